/** The page that a recovery link opens. */
export const newPasswordTexts = {
  title: "Criar nova senha",
  intro: "Escolha a senha com que você vai consultar o seu contrato.",
  checkingLabel: "Verificando o link...",
  passwordLabel: "Nova senha",
  passwordHelp: "No mínimo 6 caracteres.",
  submitLabel: "Salvar nova senha",
  doneTitle: "Senha alterada com sucesso!",
  doneText: "Entre com o número do contrato e a nova senha.",
  failedTitle: "Erro ao alterar senha",
  failedText: "Não foi possível alterar a senha. Tente novamente em instantes.",
  expiredTitle: "Este link não vale mais",
  expiredText:
    "O link do e-mail pode ser usado uma única vez e por pouco tempo. Peça um novo em “Esqueci minha senha”, na aba do cliente.",
  expiredLink: "Pedir um novo link",
} as const;

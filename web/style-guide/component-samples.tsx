import { ContactCard } from "../ui/section/contact-card.tsx";
import { FactList } from "../ui/section/fact-list.tsx";
import { Stat, StatList } from "../ui/section/facts.tsx";
import {
  FeatureGrid,
  type FeatureItem,
  Frame,
  type FrameShape,
  Hero,
  type HeroTone,
  IconScene,
  StepList,
} from "../ui/section/sections.tsx";
import { Icon, iconNames } from "../ui/brand/icons.tsx";
import { Spinner, StatePanel, StatusBadge } from "../ui/feedback/states.tsx";

const items = [
  { _key: "a", icon: "key", title: "Sem fiador", text: "Um texto curto, com um ponto final." },
  { _key: "b", icon: "lock", title: "Dados protegidos", text: "Diz o que é e por que importa." },
  { _key: "c", icon: "clock", title: "Resposta rápida", text: "Números vêm das regras." },
] as const satisfies FeatureItem[];

const tones: Record<HeroTone, FrameShape> = {
  sand: "arch",
  mint: "circle",
  amber: "tilt",
  petrol: "leaf",
  night: "window",
};

export function CardSamples() {
  return (
    <div style={{ display: "grid", gap: "3rem" }}>
      <FeatureGrid items={items} />
      <StepList items={items} />
      <FactList items={items} />
      <ul style={{ maxWidth: "22rem" }}>
        <ContactCard
          icon="mail"
          title="E-mail"
          text="Para enviar documentos."
          value="contato@payser.example"
          link={{ label: "Escrever", href: "mailto:contato@payser.example" }}
        />
      </ul>
    </div>
  );
}

export function NoticeSamples() {
  return (
    <div style={{ display: "grid", gap: "1.5rem" }}>
      <p style={{ display: "flex", gap: "0.75rem" }}>
        <StatusBadge tone="good">Aprovado</StatusBadge>
        <StatusBadge tone="waiting">Pendente</StatusBadge>
        <StatusBadge tone="bad">Rejeitado</StatusBadge>
        <StatusBadge tone="neutral">Inativo</StatusBadge>
      </p>
      <p className="alert alert-success">Simulação enviada com sucesso!</p>
      <p className="alert alert-error">Erro ao enviar simulação</p>
      <Spinner label="Carregando contrato..." />
      <StatePanel icon="search" title="Nenhuma simulação encontrada" text="Mude a busca." />
    </div>
  );
}

export function SheetSamples() {
  return (
    <div style={{ display: "grid", gap: "3rem" }}>
      <StatList>
        <Stat label="Valor do aluguel">R$ 1.850,00</Stat>
        <Stat label="Valor da garantia">R$ 22.200,00</Stat>
      </StatList>
      <table className="table text-base">
        <tbody>
          {items.map(({ _key, title, text }) => (
            <tr key={_key}>
              <th scope="row">{title}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className="collapse collapse-arrow">
        <summary className="collapse-title px-0">Histórico</summary>
        <p className="collapse-content px-0">Simulação enviada pelo site</p>
      </details>
      <div className="modal modal-open" style={{ position: "relative", zIndex: 0 }}>
        <div className="modal-box [--box-padding:1.5rem]">
          <h3 className="text-card">Rejeitar simulação</h3>
          <div className="modal-action">
            <button type="button" className="btn btn-outline">
              Cancelar
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}

export function IconSamples() {
  return (
    <ul style={{ display: "grid", gap: "1rem", gridTemplateColumns: "repeat(auto-fill, 7rem)" }}>
      {iconNames.map((name) => (
        <li key={name} className="text-xs" style={{ display: "grid", justifyItems: "center" }}>
          <span className="icon-tile">
            <Icon name={name} />
          </span>
          {name}
        </li>
      ))}
    </ul>
  );
}

export function HeroSamples() {
  return Object.entries(tones).map(([tone, shape]) => (
    <Hero
      key={tone}
      title={`Abertura ${tone}`}
      tagline={`Moldura ${shape}, com anéis que repetem o seu contorno.`}
      links={[
        { _key: "a", label: "Principal", href: "#aberturas" },
        { _key: "b", label: "Contorno", href: "#aberturas" },
      ]}
      badges={["Primeira prova", "Segunda prova"]}
      tone={heroTone(tone)}
      media={
        <Frame shape={shape}>
          <IconScene icons={["key", "lock", "clock", "document"]} />
        </Frame>
      }
    />
  ));
}

function heroTone(name: string): HeroTone {
  const isTone = (text: string): text is HeroTone => text in tones;
  return isTone(name) ? name : "sand";
}

/** Names in a link to the contact page the product that a message will be about, by its slug. */
export const productParameter = "produto";

/** A text as it is compared: in lower case, without accents, with straight quotation marks and single spaces. */
export const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/[‘’]/g, "'").replaceAll(/\s+/g, ' ').trim()

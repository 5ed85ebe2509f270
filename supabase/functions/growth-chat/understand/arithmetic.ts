const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,6})?`
const EXPRESSION = new RegExp(String.raw`^[\s(]*-?${NUMBER}(?:[\s()]*[-+*/^][\s(]*-?${NUMBER})+[\s)]*$`)
const SHARE = new RegExp(String.raw`(?<percent>${NUMBER})\s?(?:%|percent)\s+of\s+\$?(?<whole>${NUMBER})`, 'i')
const MAX_CHARACTERS = 200

export interface Calculation {
  /** As it was read: "17 × 23". */
  readonly expression: string
  readonly result: number
}

/** A calculation that a question asks for: "What is 17 * 23?", "15% of 240". Undefined without one, or without a result. */
export function calculationIn(question: string): Calculation | undefined {
  if (question.length > MAX_CHARACTERS || /\d{4}-\d\d-\d\d/.test(question)) return undefined
  const plain = question
    .replace(/^\s*(?:what(?:’s|'s|s| is)|how much is|calculate|compute|and)\s+/i, '')
    // The same in the other languages that the coach recognises.
    .replace(
      /^\s*¿?\s*(?:wie ?viel (?:ist|sind)|was ist|combien (?:font|fait)|cu[aá]nto (?:es|son)|quanto (?:[eéè]|fa|fanno|s[aã]o)|hoeveel is)\s+/i,
      '',
    )
    .replace(/[?=.\s]+$/, '')
  const share = SHARE.exec(plain)?.groups
  if (share && plain.replace(SHARE, '').trim() === '') {
    const [percent = 0, whole = 0] = [share['percent'], share['whole']].map((part) => Number(part?.replaceAll(',', '')))
    return { expression: `${percent}% of ${whole}`, result: rounded((percent * whole) / 100) }
  }
  const expression = plain
    .replace(/(\d(?:[\d,]*\d)?(?:\.\d+)?)\s?(k|m)\b/gi, (_, digits: string, factor: string) =>
      String(Number(digits.replaceAll(',', '')) * (/k/i.test(factor) ? 1e3 : 1e6)),
    )
    .replaceAll(/[$€£](?=\d)/g, '')
    .replace(/(?<=\d\s*)(?:times|multiplied by|×|x)(?=\s*[(\d-])/gi, '*')
    .replace(/(?<=\d\s*)(?:divided by|÷|:)(?=\s*[(\d-])/gi, '/')
    .replace(/(?<=\d\s*)plus(?=\s*[(\d-])/gi, '+')
    .replace(/(?<=\d\s*)(?:minus|−|–)(?=\s*[(\d-])/gi, '-')
  if (!EXPRESSION.test(expression)) return undefined
  const result = new Calculator(expression.replaceAll(/[\s,]/g, '')).result()
  if (result === undefined || !Number.isFinite(result)) return undefined
  const written = expression.trim().replaceAll(/\s*([-+*/^])\s*/g, ' $1 ')
  return { expression: written.replaceAll('*', '×').replaceAll('/', '÷'), result: rounded(result) }
}

const rounded = (value: number): number => Number(value.toPrecision(12))

/** Recursive descent: sums of products of powers. */
class Calculator {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** @returns undefined when parentheses do not match */
  result(): number | undefined {
    const value = this.#sum()
    return this.#at === this.#text.length && !Number.isNaN(value) ? value : undefined
  }

  #sum(): number {
    let value = this.#product()
    for (;;) {
      if (this.#take('+')) value += this.#product()
      else if (this.#take('-')) value -= this.#product()
      else return value
    }
  }

  #product(): number {
    let value = this.#power()
    for (;;) {
      if (this.#take('*')) value *= this.#power()
      else if (this.#take('/')) value /= this.#power()
      else return value
    }
  }

  #power(): number {
    const base = this.#value()
    return this.#take('^') ? base ** this.#power() : base
  }

  #value(): number {
    if (this.#take('-')) return -this.#value()
    if (this.#take('(')) {
      const value = this.#sum()
      return this.#take(')') ? value : NaN
    }
    const [digits] = /^\d+(?:\.\d+)?/.exec(this.#text.slice(this.#at)) ?? ['']
    this.#at += digits.length
    return digits === '' ? NaN : Number(digits)
  }

  #take(character: string): boolean {
    const isThere = this.#text[this.#at] === character
    if (isThere) this.#at++
    return isThere
  }
}

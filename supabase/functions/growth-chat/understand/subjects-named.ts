import { plain } from './plain.ts'

const SUBJECTS =
  /\b(?:runway|burn|revenue|cash|balance|bank|demos?|conversions?|loops?|channels?|calls?|meetings?|due|deadlines?)\b/g

/** Words of a message for figures, calls and due dates, which are no fields of a record. */
export const subjectsNamed = (text: string): readonly string[] => [...new Set(plain(text).match(SUBJECTS) ?? [])]

import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process of this folder that answers one question at a time. */
export interface Child<Question, Answer> {
  /** @throws {Error} with the child's message */
  ask(question: Question): Promise<Answer>
  stop(): void
}

/** @param file beside this one; answers each message with `{ figures }` or `{ error }` */
export function startChild<Question extends object, Answer>(file: string): Child<Question, Answer> {
  // JSON has no NaN.
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const died = (code: number | null) => reject(new Error(`${file} ended with ${code}`))
        child.once('exit', died)
        child.once('message', (message: { figures: Answer } | { error: string }) => {
          child.off('exit', died)
          if ('error' in message) reject(new Error(`${file}: ${message.error}`))
          else resolve(message.figures)
        })
        child.send(question)
      }),
    stop: () => child.kill(),
  }
}

import { createStore } from '../data/store.ts'

type Answer = (isSure: boolean) => void

const { current, set, subscribe } = createStore<Answer | undefined>(undefined)

/** Whether to sign out although something is lost. The root of the app shows the question while there is an answer to give. */
export const signOutQuestion = { current, subscribe }

/** @returns the user's answer; false when it is asked again meanwhile */
export function askToLose(): Promise<boolean> {
  current()?.(false)
  return new Promise((resolve) =>
    set((isSure) => {
      set(undefined)
      resolve(isSure)
    }),
  )
}

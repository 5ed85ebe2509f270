import type { VirtualizerHandle } from 'virtua'

type Heights = Pick<VirtualizerHandle, 'findItemIndex' | 'getItemSize' | 'viewportSize'>

/**
 * The question that was scrolled out of view above the message at `offset`, while that message is an answer longer than the
 * list. @returns its index
 * @example
 * // A question of 60 pixels, an answer of 900.
 * const list = { findItemIndex: (offset: number) => (offset < 60 ? 0 : 1), getItemSize: () => 900, viewportSize: 400 }
 * const isQuestion = (index: number) => index === 0
 * questionAbove(list, 200, isQuestion) // 0
 * questionAbove(list, 20, isQuestion) // undefined
 * questionAbove({ ...list, viewportSize: 1000 }, 200, isQuestion) // undefined
 */
export function questionAbove(list: Heights, offset: number, isQuestion: (index: number) => boolean) {
  const top = list.findItemIndex(offset)
  const isLongAnswer = !isQuestion(top) && list.getItemSize(top) > list.viewportSize
  return isLongAnswer && isQuestion(top - 1) ? top - 1 : undefined
}

const FORMS: Readonly<Record<string, string>> = {
  begun: 'begin', bought: 'buy', brought: 'bring', built: 'build', caught: 'catch', chose: 'choose', chosen: 'choose',
  did: 'do', done: 'do', drew: 'draw', drawn: 'draw', found: 'find', gave: 'give', given: 'give', got: 'get', held: 'hold',
  kept: 'keep', led: 'lead', left: 'leave', made: 'make', met: 'meet', paid: 'pay', ran: 'run', rang: 'ring', rung: 'ring',
  said: 'say', saw: 'see', seen: 'see', sent: 'send', shot: 'shoot', sold: 'sell', spent: 'spend', spoke: 'speak',
  spoken: 'speak', taught: 'teach', took: 'take', taken: 'take', told: 'tell', went: 'go', gone: 'go',
  won: 'win', wrote: 'write', written: 'write',
} // prettier-ignore

/** The verb of a form that does not begin like it: "sell" of "sold"; other words as they are. */
export const baseForm = (word: string): string => FORMS[word] ?? word

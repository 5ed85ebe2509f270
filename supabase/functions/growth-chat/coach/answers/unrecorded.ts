import { hoursPerConversion } from '../../../../../domain/conversion.ts'
import { NOTE } from '../understand/unrecorded.ts'
import type { Answer, Answerer } from '../answer.ts'
import { counted, titled, usd } from '../text.ts'
import { countLine } from './goal-lines.ts'
import { runwayLine } from './runway-lines.ts'
import { funnel } from './loop-counts.ts'

/** Says that something is not recorded, what comes closest, and where it could be recorded. */
export const answerUnrecorded: Answerer = ({ unrecorded }, { context }): Answer => {
  const { runway, loopTotals, today, goalCounts, notes } = context
  const near = {
    runway: runway
      ? [
          `What is recorded: ${usd(runway.monthly_revenue)} revenue and ${usd(runway.monthly_burn)} burn a month. ${runwayLine(runway, today)}`,
        ]
      : [],
    traction: loopTotals.loops > 0 ? [`What is recorded: ${funnel(loopTotals)}.`] : [],
    goals: goalCounts.map(countLine),
  }[unrecorded?.near ?? 'goals']
  const hours = hoursPerConversion(loopTotals)
  const isCost = unrecorded?.name.includes('CAC') && hours !== undefined
  const note = notes.find(({ title, content }) => unrecorded?.pattern.test(`${title} ${content}`.toLowerCase()))
  return {
    line: `${unrecorded?.name ?? 'That'} is **not recorded** here, so I cannot give you a number.`,
    evidence: [
      ...(isCost
        ? [
            `In work, one conversion takes about ${hours.toFixed(1)} hours (rule of thumb: three minutes a message, an hour a demo), over ${counted(loopTotals.conversions, 'conversion')}.`,
          ]
        : []),
      ...near,
      ...(note ? [`A note of your squad touches it: ${titled('note', note, note.title)}.`] : []),
    ],
    next: `${unrecorded?.where ?? 'write it into your weekly check-in'}.`,
    ...(unrecorded?.where === NOTE && {
      proposals: [{ kind: 'message', text: `Could you keep this as a note for me? ${unrecorded.name}: …` }],
    }),
  }
}

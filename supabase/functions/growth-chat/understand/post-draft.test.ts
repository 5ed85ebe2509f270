import { expect, test } from 'vitest'
import { postDraft } from './post-draft.ts'

test.each([
  ['write a LinkedIn post about the workshop in Leeds', 'post', 'the workshop in Leeds', ''],
  ['linkedin post about our new plans pls', 'post', 'our new plans', ''],
  ['Write a post for the forum on the bank feed', 'post', 'the bank feed', ''],
  ['write a tweet about the fair: 40 people came, 12 signed', 'post', 'the fair', '40 people came. 12 signed.'],
  ['draft an announcement about the move for instagram', 'post', 'the move', ''],
  ['draft a job ad for a second engineer', 'job-ad', 'a second engineer', ''],
  ['write a job description: bookkeeper, four days, remote', 'job-ad', 'bookkeeper', 'Four days, remote.'],
  ['we need a designer, write a job ad', 'job-ad', 'a designer', ''],
] as const)('%s', (dictated, kind, subject, further) => expect(postDraft(dictated)).toEqual({ kind, subject, further }))

test.each([
  'post this on linkedin',
  'how do i write a job ad',
  'draft an email to Jo about the job ad',
  'draft a linkedin message to a prospect',
  'what did I post in the forum?',
])('asks for no post: %s', (dictated) => expect(postDraft(dictated)).toBeUndefined())

import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createPasswords, passwordError, TooManyHashes } from './passwords.ts'

test('hashes a password with argon2id in GoTrue’s format', async () => {
  expect(await createPasswords().hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
})

const [composed, decomposed] = (['NFC', 'NFD'] as const).map((form) => 'Crème-Brûlée-2026!'.normalize(form))
const mixed = `${composed}${decomposed}`

test.each([
  [composed, decomposed],
  [decomposed, composed],
  [mixed, mixed.normalize('NFD')],
])('the password %j is the same as %j', async (chosen, typed) => {
  const passwords = createPasswords()
  const stored = await passwords.hash(chosen ?? '')
  expect(await passwords.verify(typed ?? '', stored)).toBe(true)
  expect(await passwords.verify('Creme-Brulee-2026!', stored)).toBe(false)
})

test.each([composed, decomposed, mixed])(
  'a hash of exactly %j, as older ones are, still works',
  async (chosen = '') => {
    const passwords = createPasswords()
    const stored = await hash(chosen)
    expect(await passwords.verify(chosen, stored)).toBe(true)
    if (chosen !== mixed) expect(await passwords.verify(chosen.normalize('NFC'), stored)).toBe(true)
  },
)

test('a password is as long as its composed form', async () => {
  const korean = '안녕하세요열세글자비밀번호'
  expect(passwordError(korean.normalize('NFD'))).toBeUndefined()
  const passwords = createPasswords()
  expect(await passwords.verify(korean.normalize('NFD'), await passwords.hash(korean))).toBe(true)
})

test.each([undefined, null, '', '$2a$10$abcdefghijklmnopqrstuv'])(
  'rejects every password for the stored hash %j',
  async (stored) => {
    expect(await createPasswords().verify('', stored)).toBe(false)
    expect(await createPasswords().verify('correct horse', stored)).toBe(false)
  },
)

test('verification takes as long for an unknown account as for a known one', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('correct horse')
  const cost = async (against: string | undefined) => {
    const started = performance.now()
    await passwords.verify('wrong horse', against)
    return performance.now() - started
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 10; round += 1) {
    known.push(await cost(stored))
    unknown.push(await cost(undefined))
  }
  // The fastest of ten, since single runs are slow on a busy machine.
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('hashing does not block the event loop', async () => {
  const passwords = createPasswords()
  let turns = 0
  const ticking = setInterval(() => (turns += 1), 1)
  await Promise.all(Array.from({ length: 5 }, () => passwords.hash('correct horse')))
  clearInterval(ticking)
  expect(turns).toBeGreaterThan(3)
})

test('with less than a core, pauses after each hash', async () => {
  const msOfThree = async (cores: number) => {
    const passwords = createPasswords(cores)
    const stored = await passwords.hash('correct horse')
    const started = performance.now()
    for (let round = 0; round < 3; round += 1) await passwords.verify('correct horse', stored)
    return performance.now() - started
  }
  // The faster of two, since single runs are slow on a busy machine.
  const quickest = async (cores: number) => Math.min(await msOfThree(cores), await msOfThree(cores))
  expect(await quickest(0.1)).toBeGreaterThan(3 * (await quickest(1)))
})

test('rejects verifications above the queue limit with TooManyHashes', async () => {
  const passwords = createPasswords(1)
  const all = await Promise.allSettled(Array.from({ length: 210 }, () => passwords.verify('x', undefined)))
  const refused = all.filter((result) => result.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(TooManyHashes)
})

test.each([
  ['12345', 'password-weak'],
  ['123456', undefined],
  ['ü'.repeat(3), undefined],
  ['x'.repeat(72), undefined],
  ['x'.repeat(73), 'password-too-long'],
  ['ü'.repeat(37), 'password-too-long'],
])('validates the new password %s: %s', (password, error) => expect(passwordError(password)).toBe(error))

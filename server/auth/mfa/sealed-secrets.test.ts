import { createCipheriv, createHmac, webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './sealed-secrets.ts'

const serverKey = createHmac('sha256', 'factor-secret:mac-key').digest()
const keys = { mac: (purpose: string) => createHmac('sha256', `${purpose}:mac-key`).digest() }
const factor = '6f1f7a9c-8f0e-4b57-9b8f-0d9f9f6f2a11'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** The key of a factor in GoTrue's derivation, by another implementation. */
async function keyOf(factorId: string, usage: 'encrypt' | 'decrypt') {
  const root = await webcrypto.subtle.importKey('raw', serverKey, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(factorId)
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return webcrypto.subtle.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, [usage])
}

test('a sealed secret is GoTrue’s EncryptedString, which another implementation decrypts', async () => {
  const sealed = JSON.parse(seal(keys, factor, secret)) as Record<string, string>
  expect(Object.keys(sealed)).toEqual(['key_id', 'alg', 'data', 'nonce'])
  expect(sealed).toMatchObject({ key_id: 'upswing', alg: 'aes-gcm-hkdf' })
  const iv = Buffer.from(sealed['nonce'] ?? '', 'base64')
  expect(iv).toHaveLength(12)
  const data = Buffer.from(sealed['data'] ?? '', 'base64')
  const opened = await webcrypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(factor, 'decrypt'), data)
  expect(Buffer.from(opened).toString()).toBe(secret)
})

test('decrypts an EncryptedString of another implementation', async () => {
  const iv = Buffer.from('000102030405060708090a0b', 'hex')
  const data = await webcrypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await keyOf(factor, 'encrypt'),
    Buffer.from(secret),
  )
  const stored = JSON.stringify({
    key_id: 'upswing',
    alg: 'aes-gcm-hkdf',
    data: Buffer.from(data).toString('base64'),
    nonce: iv.toString('base64'),
  })
  expect(unseal(keys, factor, stored)).toBe(secret)
})

test('sealing one secret twice differs, and a seal cannot be decrypted for another factor or after a change', () => {
  const stored = seal(keys, factor, secret)
  expect(unseal(keys, factor, stored)).toBe(secret)
  expect(seal(keys, factor, secret)).not.toBe(stored)
  expect(() => unseal(keys, crypto.randomUUID(), stored)).toThrow(/authenticate data/)
  const sealed = JSON.parse(stored) as { data: string }
  const bytes = Buffer.from(sealed.data, 'base64')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  expect(() => unseal(keys, factor, JSON.stringify({ ...sealed, data: bytes.toString('base64') }))).toThrow(
    /authenticate data/,
  )
})

test('secrets in the previous format can still be decrypted, for their factor only', () => {
  const nonce = Buffer.from('000102030405060708090a0b', 'hex')
  const cipher = createCipheriv('aes-256-gcm', serverKey, nonce).setAAD(Buffer.from(factor))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  const stored = Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
  expect(unseal(keys, factor, stored)).toBe(secret)
  expect(() => unseal(keys, crypto.randomUUID(), stored)).toThrow(/authenticate data/)
})

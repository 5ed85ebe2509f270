import { expect, test } from 'vitest'
import { isPrivateDatabaseUrl, isPrivateWebUrl, needsStartTls } from './transport-security.ts'

test.each([
  ['postgres://owner:pw@localhost/x', true],
  ['postgres://owner:pw@127.0.0.1:5432/x', true],
  ['postgres://owner:pw@[::1]:5432/x', true],
  ['postgres:///x?host=/var/run/postgresql', true],
  ['postgres://db.example/x?sslmode=require', true],
  ['postgres://db.example/x?uselibpqcompat=true&sslmode=require', false],
  ['postgres://db.example/x?uselibpqcompat=true&sslmode=verify-full', true],
  ['postgres://db.example/x?sslmode=verify-ca', true],
  ['postgres://db.example/x?sslmode=verify-full', true],
  ['postgres://db.example/x?ssl=true', true],
  ['postgres://db.example/x', false],
  ['postgres://db.example/x?sslmode=prefer', false],
  ['postgres://db.example/x?sslmode=disable', false],
  ['postgres://db.example/x?ssl=true&sslmode=disable', false],
  ['postgres://db.example/x?sslmode=no-verify', false],
  ['postgres://localhost/x?host=db.example', false],
  ['postgres://localhost.example/x', false],
  ['postgres://one.example,two.example/x?sslmode=verify-full', true],
  ['postgres://localhost,[::1]:5433/x', true],
  ['postgres://localhost,two.example/x', false],
  ['postgres:///x?host=/run/one,two.example', false],
])('the database URL %s is private: %s', (url, expected) => expect(isPrivateDatabaseUrl(url)).toBe(expected))

test.each([
  ['https://models.example/v1', true],
  ['http://localhost:11434/v1', true],
  ['http://127.0.0.1/v1', true],
  ['http://[::1]:9000/', true],
  ['http://models.example/v1', false],
  ['http://127.0.0.1.example/', false],
  ['http://10.0.0.5/v1', false],
])('the web URL %s is private: %s', (url, expected) => expect(isPrivateWebUrl(url)).toBe(expected))

test.each([
  ['smtps://mail.example:465', false],
  ['smtp://localhost:25', false],
  ['smtp://mail.example:587', true],
])('%s needs STARTTLS: %s', (url, expected) => expect(needsStartTls(url)).toBe(expected))

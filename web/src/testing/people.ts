/** A person who can be signed in. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly firstName: string
}

export const FOUNDER: Person = {
  id: 'a0000000-0000-4000-8000-000000000001',
  email: 'ana@example.com',
  firstName: 'Ana',
}

export const ADMIN: Person = {
  id: 'a0000000-0000-4000-8000-000000000002',
  email: 'admin@example.com',
  firstName: 'Admin',
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const functions = new URL('./functions/', import.meta.url)
const names = readdirSync(functions)
  .filter((name) => existsSync(new URL(`${name}/index.ts`, functions)))
  .sort()
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('config.toml names every function, without a check of tokens before it and with the versions of its packages', () => {
  const sections = read('config.toml').split('\n[functions.').slice(1)
  expect(sections.map((section) => section.trim())).toEqual(
    names.map((name) => `${name}]\nverify_jwt = false\nimport_map = "./functions/deno.json"`),
  )
})

const IMPORT = /^(?:import|export)\s+(?:type\s+)?[\w*{][^'()=]*?\sfrom\s+'([^']+)'|\bimport\('([^']+)'\)/gm

const importedBy = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, named, dynamic]) => named ?? dynamic ?? '')

test('deno.json has exactly the packages that the functions import', () => {
  const files = new Set(names.map((name) => new URL(`${name}/index.ts`, functions).href))
  const packages = new Set<string>()
  for (const file of files) {
    for (const name of importedBy(readFileSync(new URL(file), 'utf8'))) {
      if (name.startsWith('.')) files.add(new URL(name, file).href)
      else if (!name.startsWith('node:')) packages.add(name)
    }
  }
  const { imports } = JSON.parse(read('functions/deno.json')) as { imports: Record<string, string> }
  expect([...packages].sort()).toEqual(Object.keys(imports).sort())
})

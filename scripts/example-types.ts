// Checks the types of the examples in doc comments: writes each file's as a module beside it, as TypeScript sees folders.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { exampleTests } from '../tests/doc-examples.ts'

const OUT = '.examples'

const options = {
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['vite/client', 'node'],
  jsx: 'react-jsx',
  rootDirs: ['..', '.'],
  // All exports of a file are imported.
  noUnusedLocals: false,
}

const isCollected = (path: string): boolean =>
  path !== '.' && (existsSync(join(path, 'examples.test.ts')) || isCollected(dirname(path)))

rmSync(OUT, { recursive: true, force: true })
try {
  for (const folder of ['domain', 'server', 'supabase', 'web/src']) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue
      const path = join(folder, file)
      const code = exampleTests(readFileSync(path, 'utf8'), basename(path))
      if (code === 'export {}') continue
      if (!isCollected(dirname(path))) throw new Error(`${path}: no examples.test.ts runs its examples`)
      const module = join(OUT, path.replace(/\.(tsx?)$/, '.example.$1'))
      mkdirSync(dirname(module), { recursive: true })
      writeFileSync(module, code)
    }
  }
  const config = { extends: '../tsconfig.base.json', compilerOptions: options, include: ['./**/*'] }
  writeFileSync(join(OUT, 'tsconfig.json'), JSON.stringify(config))
  const tool = { encoding: 'utf8', shell: process.platform === 'win32' } as const
  const { status, stdout } = spawnSync('tsc', ['-p', join(OUT, 'tsconfig.json')], tool)
  process.exitCode = status ?? 1
  if (status !== 0) console.log(stdout.replaceAll(`${OUT}/`, '').replaceAll(/\.example(?=\.tsx?\()/g, ''))
} finally {
  rmSync(OUT, { recursive: true, force: true })
}

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { examples } from './tests/doc-examples.ts'
import { useMemory } from './tests/memory.ts'

useMemory()

/**
 * Begins with what waits a minute for a timeout: begun last, it would be all that runs at the end. Ends with the tests of
 * components, together: a worker does not outlive a change of its files' environment, and a new one loads all modules again.
 */
class FewWorkers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith('faults/idle-sockets.test.ts') ? 0 : readFileSync(moduleId, 'utf8').startsWith(IN_PAGE) ? 2 : 1
    const places = new Map(files.map((file) => [file, place(file)]))
    return (await super.sort(files)).toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  }
}

/** How a test of components begins. */
const IN_PAGE = '// @vitest-environment happy-dom'

export default defineConfig({
  test: {
    // Tests on databases wait a third of their time: three keep two processors busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: FewWorkers },
    projects: [
      {
        plugins: [examples],
        test: {
          name: 'unit',
          include: ['{domain,server,supabase,web,evaluation}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
          setupFiles: ['tests/settle-imports.ts'],
          // A file that changes what another relies on restores it: a context for each would cost as much as its tests.
          isolate: false,
          restoreMocks: true,
          testTimeout: 30_000,
          // As long as a component may take on a busy machine.
          expect: { poll: { timeout: 5000 } },
        },
      },
      onDatabases('database', 'tests/{permissions,database,protocol,scale}/**/*.test.ts'),
      // Servers that start and stop: these tests wait more than they work.
      onDatabases('processes', 'tests/{faults,operations}/**/*.test.ts'),
    ],
  },
})

function onDatabases(name: string, include: string): UserWorkspaceConfig {
  return {
    test: {
      name,
      include: [include],
      isolate: false,
      globalSetup: 'tests/prepare-engines.ts',
      // WebAssembly that runs for seconds is not worth its optimization.
      execArgv: ['--liftoff-only'],
      // Several times what they take: other machines are slower, and busy.
      testTimeout: 180_000,
      hookTimeout: 180_000,
    },
  }
}

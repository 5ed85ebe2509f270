// @vitest-environment happy-dom
import { stubServer } from '../testing/server.ts'

// The examples in the doc comments of this folder: tests/doc-examples.ts adds them.
stubServer()

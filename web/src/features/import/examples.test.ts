// The examples in the doc comments of this folder: tests/doc-examples.ts adds them.

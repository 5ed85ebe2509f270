/**
 * Packages that the built server loads from node_modules, beside its own files: binaries, and what a bundle would break. They
 * and what they need are in a release.
 */
export const unbundled = {
  '@electric-sql/pglite': ['@electric-sql/pglite', '@electric-sql/pglite/nodefs'],
  '@node-rs/argon2': ['@node-rs/argon2'],
  // Loads a polyfill for its own sake, which a bundle leaves out or puts after what needs it.
  '@simplewebauthn/server': ['@simplewebauthn/server', '@simplewebauthn/server/helpers'],
}

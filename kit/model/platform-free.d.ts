/**
 * Contracts run in browsers and in Node and may use neither's globals. The schema library's types
 * mention these names; declared without members, they let its types resolve and give contracts
 * nothing to use.
 */
declare global {
  interface URL {}
  interface File {}
}
export {}

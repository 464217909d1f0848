/**
 * A number from 0 to 1 that depends on nothing but its arguments; `index` counts as a 32-bit
 * integer.
 */
export function hashUnit(seed: number, index: number): number {
  return hash(seed, index) / 4_294_967_296
}

function hash(seed: number, index: number): number {
  let bits = Math.imul((index | 0) ^ seed, 0x9e3779b1)
  bits ^= bits >>> 15
  bits = Math.imul(bits, 0x85ebca77)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae3d)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** A 32-bit seed from a seed and a name. */
export function seedOf(seed: number, name: string): number {
  let bits = (seed | 0) ^ 0x811c9dc5
  for (let index = 0; index < name.length; index++)
    bits = Math.imul(bits ^ name.charCodeAt(index), 0x01000193)
  return hash(bits, name.length) | 0
}

/**
 * Smooth noise from -1 to 1: a random value at every whole `position`, an easy curve between them.
 */
export function smoothNoise(seed: number, position: number): number {
  const cell = Math.floor(position)
  const share = position - cell
  const before = hash(seed, cell)
  const after = hash(seed, cell + 1)
  return (before + (after - before) * share * share * (3 - 2 * share)) / 2_147_483_648 - 1
}

/** A random number generator that gives the same sequence for the same seed. */
export function sequence(seed: number): () => number {
  let index = 0
  return () => hashUnit(seed, index++)
}

/** Whole numbers from 0 to 999, the same ones in every run (xorshift32). */
export function smallRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % 1000
  }
}

/** Writes a number of the form 12.34 again: the second, third and fourth of its digits. */
export function writeDigits(buffer: Buffer, at: number, random: () => number): void {
  let digits = random()
  buffer[at + 1] = 48 + (digits % 10)
  digits = (digits / 10) | 0
  buffer[at + 3] = 48 + (digits % 10)
  digits = (digits / 10) | 0
  buffer[at + 4] = 48 + (digits % 10)
}

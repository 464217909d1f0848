const numbers = new WeakMap<object, number>()
let last = 0

/** A number of its own for a thing, the same as long as it is there. */
function numberOf(thing: object): number {
  const number = numbers.get(thing) ?? ++last
  numbers.set(thing, number)
  return number
}

/**
 * Names the attempt to draw a widget: of the same kind from the same options and sensors it is the
 * same, and another one as soon as any of these is another.
 */
export function attemptOf(kindId: string, drawnFrom: readonly object[]): string {
  return [kindId, ...drawnFrom.map(numberOf)].join(' ')
}

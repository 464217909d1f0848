/**
 * Whether the tour may begin by itself at an address: nobody is interrupted who came for an alarm,
 * or whose address names something to look at, nor a display on a wall.
 */
export function mayStartAt({ pathname, search, hash }: URL | Location): boolean {
  return search === '' && hash === '' && !pathname.startsWith('/sensoralarm')
}

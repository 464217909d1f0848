/** Addresses of the menu, such as /documentation/index, have two names behind the first slash. */
const menuDepth = 3

/**
 * Whether the tour may begin by itself at an address: nobody is interrupted who came for an alarm,
 * or whose address names something to look at or to edit, nor a display on a wall.
 */
export function mayStartAt({ pathname, search, hash }: URL | Location): boolean {
  const isMenu = pathname.split('/').length <= menuDepth
  return search === '' && hash === '' && isMenu && !pathname.startsWith('/sensoralarm')
}

import { join } from 'node:path'

/**
 * The variable that names the folder of the bundled server, for those who start servers. Servers
 * refuse variables of WARROOM_… that they do not have.
 */
export const bundleVariable = 'TEST_SERVER_BUNDLE'

/** The server's program in the folder of a bundle. */
export const programOf = (bundle: string): string => join(bundle, 'apps/server/main.js')

/** Where Node stores what it has compiled of a bundle: it goes when the bundle goes. */
export const compiledOf = (bundle: string): string => join(bundle, 'compiled')

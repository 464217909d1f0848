import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..', '..')

/**
 * Gives browsers that are started from now on the Chinese letters that the product prints with:
 * what the machine has installed makes no difference to a picture.
 */
export function provideFonts(directory: string): void {
  const fonts = join(directory, 'fonts')
  mkdirSync(fonts, { recursive: true })
  const source = join(project, 'node_modules/@expo-google-fonts/noto-sans-tc')
  for (const weight of ['400Regular', '500Medium', '600SemiBold'])
    symlinkSync(join(source, weight), join(fonts, weight))
  process.env['XDG_DATA_HOME'] = directory
}

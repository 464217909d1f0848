import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import type { Plugin } from 'vite'
import type { AppIcon } from '../../apps/server/installable/manifest.ts'

/** The corner of the drawing; an icon that the system cuts to its own shape has none. */
const corner = / rx="\d+"/
/** Pixels of the picture that iOS takes for its home screen. */
const appleSize = 180

const wanted = [
  { size: 192, purpose: 'any' },
  { size: 512, purpose: 'any' },
  { size: 192, purpose: 'maskable' },
  { size: 512, purpose: 'maskable' },
] as const

/**
 * Draws the icons of the installed application from `apps/web/app-icon.svg`, and writes
 * `icons.json` beside `index.html`: what the manifest says of them.
 */
export function appIconsPlugin(project: string): Plugin {
  let drawn: DrawnIcons | undefined
  return {
    name: 'warroom-app-icons',
    apply: 'build',
    async buildStart() {
      drawn = await drawIcons(await readFile(join(project, 'apps/web/app-icon.svg'), 'utf8'))
    },
    generateBundle() {
      for (const [fileName, source] of drawn?.files ?? [])
        this.emitFile({ type: 'asset', fileName, source })
      const source = JSON.stringify(drawn?.icons ?? [])
      this.emitFile({ type: 'asset', fileName: 'icons.json', source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          ...{ tag: 'link', injectTo: 'head' },
          attrs: { rel: 'apple-touch-icon', href: drawn?.apple ?? '' },
        },
      ],
    },
  }
}

interface DrawnIcons {
  readonly files: ReadonlyMap<string, string | Buffer>
  readonly icons: readonly AppIcon[]
  readonly apple: string
}

async function drawIcons(drawing: string): Promise<DrawnIcons> {
  const files = new Map<string, string | Buffer>()
  const add = (name: string, source: string | Buffer, ending: string) => {
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
    files.set(`assets/${name}-${hash}.${ending}`, source)
    return `/assets/${name}-${hash}.${ending}`
  }
  const ofAnySize = add('app-icon', drawing, 'svg')
  const icons: AppIcon[] = [{ src: ofAnySize, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]
  for (const { size, purpose } of wanted) {
    const picture = await pictureOf(purpose === 'any' ? drawing : whole(drawing), size)
    const src = add(`app-icon-${purpose}-${size}`, picture, 'png')
    icons.push({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })
  }
  const apple = add('app-icon-apple', await pictureOf(whole(drawing), appleSize), 'png')
  return { files, icons, apple }
}

/** The drawing up to its edges. */
const whole = (drawing: string): string => drawing.replace(corner, '')

/** The drawing as PNG, so many pixels wide and high. */
function pictureOf(drawing: string, size: number): Promise<Buffer> {
  const sized = drawing.replace(/width="\d+" height="\d+"/, `width="${size}" height="${size}"`)
  return Transformer.fromSvg(sized).png()
}

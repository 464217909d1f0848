import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Gives the small script that runs before the first paint a hashed name, so that it too is cached
 * for good.
 */
export function hashedFirstPaint(project: string): Plugin {
  const plain = '/first-paint.js'
  const content = readFileSync(join(project, 'apps/web/first-paint.js'), 'utf8')
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8)
  const hashed = `assets/first-paint-${hash}.js`
  return {
    name: 'warroom-first-paint',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: hashed, source: content.replace(/^\/\/.*\n/gm, '') })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace(`"${plain}"`, `"/${hashed}"`),
    },
  }
}

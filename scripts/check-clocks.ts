import { globSync, readFileSync } from 'node:fs'
import { clockModule, clockUses } from './clocks/clock-uses.ts'

// Every "now" of a screen is the server's: a computer's clock may be wrong.
const files = globSync('{kit/web,kit/ui,features/*/web,apps/web}/**/*.{ts,tsx}', {
  exclude: (path) => /\.test\.tsx?$|node_modules|\bdist\b/.test(path),
}).filter((path) => path !== clockModule)
const found = files.flatMap((path) =>
  clockUses(readFileSync(path, 'utf8')).map((line) => `${path}:${line}`),
)
if (files.length === 0) found.push('no files were looked at')
if (found.length > 0) {
  process.stderr.write(`The browser's clock is asked; ask ${clockModule}:\n${found.join('\n')}\n`)
  process.exitCode = 1
}

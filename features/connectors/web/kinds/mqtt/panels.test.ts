import { expect, it } from 'vitest'
import { panelsToOpen } from './panels.ts'

it('CN51 a closed panel opens where a field of it is refused', () => {
  const panels = (...paths: readonly string[]) =>
    panelsToOpen(new Map(paths.map((path) => [path, 'is missing'])))
  expect(panels('url', 'rules.3.topic')).toEqual([])
  expect(panels('clientId')).toEqual(['session'])
  expect(panels('secrets.privateKey', 'prefix')).toEqual(['session', 'tls'])
})

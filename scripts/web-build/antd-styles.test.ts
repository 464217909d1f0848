import { join } from 'node:path'
import { expect, test } from 'vitest'
import { antdStyles } from './antd-styles.ts'

const project = join(import.meta.dirname, '..', '..')

test('WE82 the styles of the components are the same for every look', async () => {
  const light = await antdStyles(project)
  const look = { colour: '#123456', isDark: true, hasMotion: false }
  expect((await antdStyles(project, look)).css).toBe(light.css)
  expect(light.css).toContain('.ant-btn')
  expect([...light.names]).toEqual(
    expect.arrayContaining(['Button-Button', 'Modal-confirm', 'Input-Shared']),
  )
})

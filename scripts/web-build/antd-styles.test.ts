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

test('WE82 no rule compares the classes of all elements for what base.css says', async () => {
  const { css } = await antdStyles(project)
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body]) => ({
    ...{ selector, body },
  }))
  const compared = rules.filter(({ selector }) => /(^|[ >,])\[class/.test(selector))
  expect(rules.length).toBeGreaterThan(2_000)
  expect(compared.filter(({ body }) => body === 'box-sizing:border-box;')).toEqual([])
})

import { globSync, readdirSync, readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sensorTypes, type Sensor } from '#kit/model/sensor.ts'
import { locales } from '#kit/model/locale.ts'
import { widgetSizes, type WidgetProps } from '#kit/web/widget-registry.ts'
import { defineKind } from './define-kind.tsx'
import { widgetKinds } from './kinds.ts'

const folder = `${import.meta.dirname}/kinds`
const ids = readdirSync(folder).toSorted()

describe('kinds of widgets', () => {
  it('WD8 are the folders, by their names', () =>
    expect(widgetKinds.map(({ id }) => id).toSorted()).toEqual(ids))

  it('WD8 each type of sensor has one usual kind, which accepts it', () => {
    for (const type of sensorTypes) {
      const usual = widgetKinds.filter(({ usualFor }) => usualFor.includes(type))
      expect(
        usual.map(({ accepts }) => accepts.includes(type)),
        type,
      ).toEqual([true])
    }
  })

  it('WD8 each has its texts in every language, and a room on the grid in every size', () => {
    for (const { id, gridSizes } of widgetKinds) {
      expect(readdirSync(`${folder}/${id}/texts`).toSorted()).toEqual(
        locales.map((locale) => `${locale}.json`).toSorted(),
      )
      for (const size of widgetSizes) {
        expect(gridSizes[size].width).toBeLessThanOrEqual(12)
        expect(gridSizes[size].height).toBeGreaterThan(0)
      }
    }
  })

  it('WD8 nothing outside a folder names its kind', () => {
    const project = `${import.meta.dirname}/../../..`
    const sources = globSync(
      ['{apps,features,kit,scripts,testing}/**/*.{ts,tsx,css,json}', '*.{ts,json}'],
      { cwd: project, exclude: (path) => /node_modules|dist|\.cache/.test(path) },
    )
    const naming = sources.filter((path) => {
      if (/\.test\.tsx?$|features\/widgets\/web\/kinds\//.test(path)) return false
      const text = readFileSync(`${project}/${path}`, 'utf8')
      return ids.some((id) => text.includes(`kinds/${id}/`) || text.includes(`kinds.${id}.`))
    })
    expect(naming).toEqual([])
  })
})

describe('a kind', () => {
  const sensor = { id: 1 } as Sensor
  const kind = defineKind({
    id: 'probe',
    title: '',
    accepts: ['analog'],
    usualFor: [],
    usualSize: 'small',
    gridSizes: {
      small: { width: 1, height: 1 },
      medium: { width: 1, height: 1 },
      big: { width: 1, height: 1 },
    },
    options: z.object({ low: z.number().default(7) }),
    load: () =>
      Promise.resolve({
        default: ({ options }: WidgetProps<{ low: number }>) => <b>{options.low}</b>,
      }),
  })

  it('WD11 gives its view the defaults for options that it does not understand', async () => {
    await kind.preload()
    const shown = (options: Readonly<Record<string, unknown>>) =>
      renderToString(<kind.View {...{ sensor, options }} size="small" day={undefined} />)
    expect(shown({ low: 3 })).toBe('<b>3</b>')
    expect(shown({})).toBe('<b>7</b>')
    expect(shown({ low: 'x', more: 1 })).toBe('<b>7</b>')
  })
})

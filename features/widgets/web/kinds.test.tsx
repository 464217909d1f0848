import { globSync, readdirSync, readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { maximumSensorsOfWidget } from '#features/pages/contract/limits.ts'
import { sensorTypes, type Sensor } from '#kit/model/sensor.ts'
import { locales } from '#kit/model/locale.ts'
import {
  sizeIn,
  defaultPlace,
  widgetSizes,
  type AnyWidgetKind,
  type SensorsWidgetProps,
  type UnboundWidgetProps,
  type WidgetProps,
} from '#kit/web/widget-registry.ts'
import { defineKind } from './define-kind.tsx'
import { widgetKinds } from './kinds.ts'

const folder = `${import.meta.dirname}/kinds`
const ids = readdirSync(folder).toSorted()

describe('kinds of widgets', () => {
  it('WD8 are the folders, by their names', () =>
    expect(widgetKinds.map(({ id }) => id).toSorted()).toEqual(ids))

  it('WD8 each type of sensor has one usual kind, which accepts it', () => {
    for (const type of sensorTypes) {
      const usual = widgetKinds.flatMap((kind) =>
        kind.binds === 'sensor' && kind.usualFor.includes(type) ? [kind.accepts] : [],
      )
      expect(
        usual.map((accepts) => accepts.includes(type)),
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

  it('WD22 no kind offers more sensors than a page or a dashboard stores with a widget', () => {
    const kinds: readonly AnyWidgetKind[] = widgetKinds
    for (const kind of kinds)
      if (kind.binds === 'sensors')
        expect(kind.maximumSensors, kind.id).toBeLessThanOrEqual(maximumSensorsOfWidget)
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

const rendered = (element: ReactElement) =>
  renderToString(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>)

describe('a kind', () => {
  const sensor = { id: 1, type: 'analog' } as Sensor
  const place = { width: 1, height: 1 }
  const meta = {
    id: 'probe',
    title: '',
    defaultSize: 'medium',
    gridSizes: {
      small: place,
      medium: { width: 2, height: 3 },
      big: { width: 4, height: 4 },
    },
  } as const
  const options = z.object({ low: z.number().default(7) })
  type Options = z.infer<typeof options>
  const kind = defineKind({
    ...meta,
    accepts: ['analog'],
    usualFor: [],
    options,
    load: () =>
      Promise.resolve({
        default: ({ options: { low } }: WidgetProps<Options>) => <b>{low}</b>,
      }),
  })

  it('WD11 gives its view the defaults for options that it does not understand', async () => {
    await kind.preload()
    const shown = (stored: Readonly<Record<string, unknown>>) =>
      rendered(<kind.View sensor={sensor} options={stored} size="small" />)
    expect(shown({ low: 3 })).toBe('<b>3</b>')
    expect(shown({})).toBe('<b>7</b>')
    expect(shown({ low: 'x', more: 1 })).toBe('<b>7</b>')
  })

  it('WD22 of several sensors or of none gets what it is bound to, with its options', async () => {
    const several = defineKind({
      ...meta,
      binds: 'sensors',
      accepts: ['analog'],
      maximumSensors: 2,
      options,
      load: () =>
        Promise.resolve({
          default: ({ sensors, missing, options: { low } }: SensorsWidgetProps<Options>) => (
            <b>{`${sensors.map(({ id }) => id).join()} ${missing} ${low}`}</b>
          ),
        }),
    })
    const none = defineKind({
      ...meta,
      binds: 'none',
      options,
      load: () =>
        Promise.resolve({
          default: ({ size, options: { low } }: UnboundWidgetProps<Options>) => (
            <b>{`${size} ${low}`}</b>
          ),
        }),
    })
    await Promise.all([several.preload(), none.preload()])
    expect(
      rendered(<several.View sensors={[sensor]} missing={3} size="small" options={{ low: 4 }} />),
    ).toBe('<b>1 3 4</b>')
    expect(rendered(<none.View size="big" options={{ low: null }} />)).toBe('<b>big 7</b>')
    expect(several.defaults).toEqual({ low: 7 })
  })

  it('WD22 has its usual place on the grid, and the largest size that a place has room for', () => {
    expect(defaultPlace(kind)).toEqual({ width: 2, height: 3 })
    expect(sizeIn(kind, { width: 3, height: 4 })).toBe('medium')
    expect(sizeIn(kind, { width: 12, height: 4 })).toBe('big')
    expect(sizeIn(kind, { width: 4, height: 2 })).toBe('small')
  })
})

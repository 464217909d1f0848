import type { Locale } from '#kit/model/locale.ts'
import type { BrowserSession } from '#testing/peers/browser-session.ts'
import { examples, type Examples } from './examples.ts'

/** What the last language's pictures showed: it goes before the next one's comes. */
let undo: (() => Promise<unknown>)[] = []

/**
 * Gives the demo plant what people make: shifts, routes of notifications, articles, a home page,
 * all of them called in the language of the pictures.
 */
export async function addExampleContent(session: BrowserSession, locale: Locale): Promise<void> {
  for (const step of undo.splice(0)) await step()
  const texts = examples[locale]
  const shifts = texts.shifts.map((name, index) => ({
    name,
    start: `${6 + 8 * index}`.padStart(2, '0') + ':00',
  }))
  await session.json('PUT', '/api/shifts', { shifts })
  await addRoutes(session, texts, locale)
  await addSchedule(session, texts, locale)
  await addRules(session, texts)
  await addArticles(session, texts)
  await addHomePage(session, texts)
}

type Added = { readonly data: { readonly id: string | number } }

async function addRoutes(session: BrowserSession, texts: Examples, locale: Locale): Promise<void> {
  const path = '/api/notification-routes'
  const common = { isEnabled: true, devices: [], shifts: [], language: locale, digestMinutes: 0 }
  const target = { kind: 'mail', recipients: ['shift@plant.example'] }
  const lead = { kind: 'push', roles: ['manager'], recipients: [] }
  const areas = [{ kind: 'site', name: texts.page }]
  const quiet = { from: '22:00', to: '06:00' }
  const routes = [
    { ...common, name: texts.routes[0], priorities: [1, 2], afterMinutes: 0, quiet: null, target },
    {
      ...common,
      name: texts.routes[1],
      priorities: [1],
      afterMinutes: 10,
      quiet: null,
      target: lead,
    },
    {
      ...common,
      name: texts.routes[2],
      priorities: [3],
      areas,
      afterMinutes: 0,
      quiet,
      target,
      digestMinutes: 60,
    },
  ]
  for (const route of routes) {
    const { data } = await session.json<{ data: { route: { id: number } } }>('POST', path, route)
    undo.push(() => session.request('DELETE', `${path}/${data.route.id}`))
    if (route.target === target) await session.request('POST', `${path}/${data.route.id}/test`)
  }
}

async function addSchedule(
  session: BrowserSession,
  texts: Examples,
  language: Locale,
): Promise<void> {
  const path = '/api/export-schedules'
  const { data } = await session.json<Added>('POST', path, {
    ...{ name: texts.schedule, recurrence: { kind: 'shift' }, timezone: 'Asia/Taipei', language },
    ...{ format: 'pdf', mode: 'sensor', step: 'raw', figure: 'average' },
    sensors: [{ thing: 'BOILER-1', sensor: 'steam_pressure' }],
    recipients: ['shift@plant.example'],
  })
  undo.push(() => session.request('DELETE', `${path}/${data.id}`))
}

async function addRules(session: BrowserSession, texts: Examples): Promise<void> {
  const of = (thing: string, key: string) => ({ kind: 'sensors', sensors: [{ thing, key }] })
  const rules = [
    {
      ...{ target: of('BOILER-1', 'steam_pressure'), priority: 1 },
      condition: { kind: 'rate', direction: 'rise', change: 3, withinMs: 60_000 },
    },
    {
      ...{ target: of('TANK-T101', 'level'), priority: 2 },
      condition: { kind: 'no_data', afterMs: 600_000 },
    },
    {
      ...{ target: of('OVEN-2', 'gas_pressure'), priority: 2 },
      condition: { kind: 'device_offline' },
    },
    {
      ...{ target: of('PUMP-P101', 'flow'), priority: 3 },
      condition: { kind: 'bad_quality', isUncertainToo: true },
    },
  ]
  const common = {
    ...{ isEnabled: true, deadband: 0, onDelayMs: 10_000, offDelayMs: 0, isLatching: false },
    ...{ message: {}, hours: [], suppressedBy: [] },
  }
  for (const [index, rule] of rules.entries()) {
    const path = '/api/alarm-rules'
    const body = { ...common, ...rule, name: texts.rules[index] }
    const { data } = await session.json<Added>('POST', path, body)
    undo.push(() => session.request('DELETE', `${path}/${data.id}`))
  }
}

async function addArticles(session: BrowserSession, texts: Examples): Promise<void> {
  const path = '/api/article-drafts'
  for (const [title, text] of texts.articles) {
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] }
    const document = { type: 'doc', content: [paragraph] }
    const draft = { title, document, sensors: [], rules: [] }
    const { data } = await session.json<Added>('POST', path, draft)
    const publication = { version: 1, isPublished: true }
    await session.json('PUT', `${path}/${data.id}/publication`, publication)
    undo.push(() => session.request('DELETE', `${path}/${data.id}`))
  }
}

async function addHomePage(session: BrowserSession, texts: Examples): Promise<void> {
  const path = '/api/scada/shadow-lambda/custom'
  const widget = (thing: string, key: string, kind: string | null, index: number) => ({
    ...{ id: `${key}-${index}`, sensor: { thing, key }, sensors: [], kind, options: {} },
    ...{ x: (index % 2) * 3, y: Math.floor(index / 2) * 3, w: 3, h: 3 },
  })
  const area = (id: string, name: string | undefined, x: number, widgets: readonly object[]) => ({
    ...{ id, name, x, y: 0, w: 6, h: 7, widgets },
  })
  const widgets = (thing: string, keys: readonly string[]) =>
    keys.map((key, index) => widget(thing, key, index === 0 ? 'gauge' : null, index))
  const boiler = widgets('BOILER-1', [
    ...['steam_pressure', 'feed_pressure', 'water_level', 'flue_temperature'],
  ])
  const pumps = widgets('PUMP-P101', [
    ...['flow', 'discharge_pressure', 'motor_current', 'motor_temperature'],
  ])
  const areas = [area('a', texts.areas[0], 0, boiler), area('b', texts.areas[1], 6, pumps)]
  const { data } = await session.json<Added>('POST', `${path}/store`, { name: texts.page, areas })
  const removed = { id: data.id, version: 1, deleted: true }
  undo.push(() => session.request('POST', `${path}/update`, removed))
}

import { eventually } from '#testing/eventually.ts'
import type { Benchmark, BenchmarkContext } from '../kit/benchmark.ts'
import { figureLine, type Figure } from '../kit/figures.ts'
import { median } from '../kit/statistics.ts'
import { dragOf, scrollingOf } from './motion.ts'
import { dashboard, tablePage } from './pages.ts'
import { peersOf } from './peers/peers.ts'
import { openScene, type Scene } from './scene.ts'
import { wallOf } from './wall.ts'
import { latencyOf, workOf, type ShownPage } from './work.ts'

const usualDevices = 20
const manyDevices = 100
const navigations = 5
const screen = { width: 1920, height: 1080 }
/** So tall that every widget is on the screen and drawn. */
const everything = { width: 1440, height: 8_000 }
const ordinary = { width: 1440, height: 900 }
const warRoom = '/warroomDashboard'

/** Without readings it is what it was with twenty moments. */
const atOneMoment = (page: ShownPage): ShownPage => ({
  ...page,
  ...{ name: 'the same, one moment', pace: { isTogether: true }, references: ['bare'] },
})

type Part = (scene: Scene, context: BenchmarkContext) => Promise<Figure[]>

/** Each of them is run alone by `--parts`. */
const parts: Readonly<Record<string, Part>> = {
  async table(scene) {
    const path = await tablePage(scene)
    const table: ShownPage = {
      ...{ name: 'table of 200 values at 1 Hz, twenty moments a second', path, viewport: screen },
      ...{ pace: {}, target: 13, references: ['bare', 'silent'] },
    }
    const together = atOneMoment(table)
    return [
      ...(await workOf(scene, table)),
      ...(await workOf(scene, together)),
      ...(await latencyOf(scene, table)),
    ]
  },
  async widgets(scene) {
    const widgets: ShownPage = {
      ...{ name: '200 widgets at 1 Hz, twenty moments a second', path: warRoom, pace: {} },
      ...{ viewport: everything, target: 60, references: ['bare', 'silent'] },
    }
    const together = atOneMoment(widgets)
    return [
      ...(await workOf(scene, widgets)),
      ...(await workOf(scene, together)),
      ...(await latencyOf(scene, widgets)),
    ]
  },
  screen: (scene) =>
    workOf(scene, {
      ...{ name: '200 sensors at 1440 × 900', path: warRoom, viewport: ordinary, pace: {} },
      ...{ target: 13, references: ['bare', 'silent'] },
    }),
  async fast(scene) {
    const table: ShownPage = {
      ...{ name: 'table of 200 values at 5 Hz', path: await tablePage(scene), viewport: screen },
      ...{ pace: { intervalMs: 200 }, target: 50, references: ['bare'] },
    }
    return [
      ...(await workOf(scene, table)),
      ...(await workOf(scene, {
        ...{ ...table, name: '200 sensors at 5 Hz at 1440 × 900', path: warRoom },
        ...{ viewport: ordinary, references: [] },
      })),
      ...(await latencyOf(scene, table)),
    ]
  },
  charts: async (scene) =>
    workOf(scene, {
      ...{ name: '20 charts at 1 Hz', pace: {}, target: 9, references: ['bare', 'silent'] },
      path: await dashboard(scene, 20, { kind: 'chart', w: 4, h: 3 }),
      viewport: { width: 1920, height: 1_700 },
    }),
  first: async (scene) => [await firstFigure(scene)],
  drag: dragOf,
  wall: (scene, { options }) => wallOf(scene, options.seconds),
  peers: (scene, context) => peersOf(scene, context, everything),
}

/** With a scene of their own: many more sensors. */
const manyParts: Readonly<Record<string, Part>> = { scrolling: scrollingOf }

async function firstFigure(scene: Scene): Promise<Figure> {
  await scene.speak({})
  const page = await scene.open(warRoom, ordinary, { isProbed: true })
  const times: number[] = []
  for (let count = 0; count < navigations; count++) {
    await page.reload()
    const shown = () => page.evaluate(() => window.benchProbe.firstFigureMs)
    await eventually('a figure is shown', async () => (await shown()) !== null)
    times.push((await shown()) ?? NaN)
  }
  await page.context().close()
  return {
    ...{ name: 'first widget after navigation, warm', value: median(times), unit: 'ms' },
    target: { atMost: 600 },
    remark: `median of ${navigations}; ${times.map((each) => each.toFixed(0)).join(', ')}`,
  }
}

async function run(
  context: BenchmarkContext,
  chosen: Readonly<Record<string, Part>>,
  devices: number,
): Promise<Figure[]> {
  const names = Object.keys(chosen).filter(
    (name) => context.options.parts === null || context.options.parts.includes(name),
  )
  if (names.length === 0) return []
  const scene = await openScene(context, devices)
  const figures: Figure[] = []
  for (const name of names) {
    context.report(name)
    const measured = (await chosen[name]?.(scene, context)) ?? []
    // A run that is cut off has its figures all the same.
    for (const figure of measured) context.report(figureLine(figure).trim())
    figures.push(...measured)
  }
  return figures
}

export const room: Benchmark = {
  name: 'room',
  summary: 'what live values cost the page of the war room, by part: table, widgets, charts …',
  run: async (context) => [
    ...(await run(context, parts, usualDevices)),
    ...(await run(context, manyParts, manyDevices)),
  ],
}

import type { Scene } from './scene.ts'

interface StoredWidget {
  readonly kind: string | null
  readonly w: number
  readonly h: number
}

const columns = 12

/** A home page with one table of the first 200 sensors; its address. */
export async function tablePage({ session, sensors }: Scene): Promise<string> {
  const widget = {
    ...{ id: 'w', kind: 'table', sensor: null, sensors: sensors.slice(0, 200), options: {} },
    ...{ x: 0, y: 0, w: columns, h: 15 },
  }
  const area = { id: 'a', name: 'table', x: 0, y: 0, w: columns, h: 15, widgets: [widget] }
  const { data } = await session.json<{ data: { id: string } }>(
    'POST',
    '/api/scada/shadow-lambda/custom/store',
    { name: 'table', areas: [area] },
  )
  return `/warroomIndex?page=${data.id}`
}

/** A dashboard with `count` widgets of one kind and size, each of another sensor; its address. */
export async function dashboard(
  { session, sensors }: Scene,
  count: number,
  { kind, w, h }: StoredWidget,
): Promise<string> {
  const perRow = Math.floor(columns / w)
  const widgets = sensors.slice(0, count).map((sensor, index) => ({
    ...{ id: `w${index}`, kind, sensor, sensors: [], options: {}, w, h },
    ...{ x: (index % perRow) * w, y: Math.floor(index / perRow) * h },
  }))
  const { data } = await session.json<{ data: { id: string } }>('POST', '/api/dashboards', {
    name: `${count} of ${kind ?? 'the usual kind'}`,
    widgets,
  })
  return `/warroomDashboard?dashboard=${data.id}`
}

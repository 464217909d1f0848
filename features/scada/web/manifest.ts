import { scadaGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

const typePattern = /^(?:analog|lamp|counter|timer|detector|string)$/
const common = { group: '/scada', gate: 'signed-in' } as const

export const scada: FeatureManifest = {
  name: 'scada',
  groups: [{ path: '/scada', title: 'scada.title', icon: 'scada', gate: scadaGate }],
  screens: [
    {
      ...common,
      path: '/scada/get-things',
      title: 'scada.things.title',
      icon: 'device',
      load: () => import('./things/things-screen.tsx'),
    },
    {
      ...common,
      path: '/scada/lambda',
      title: 'scada.lambda.title',
      icon: 'document',
      load: () => import('./dry-run/dry-run-screen.tsx'),
    },
    {
      ...common,
      path: '/scada/lambda/type/$type',
      title: 'scada.lambdaType.title',
      icon: 'document',
      hidden: true,
      parameters: { type: typePattern },
      load: () => import('./dry-run/dry-run-screen.tsx'),
    },
    {
      ...common,
      path: '/scada/lambda-websocket',
      title: 'scada.live.title',
      icon: 'analog',
      noCache: true,
      load: () => import('./tail/tail-screen.tsx'),
    },
  ],
}

import type { FeatureManifest } from '#kit/web/screens/manifest.ts'
import { warRoomGate } from '#kit/model/permission.ts'
import { loadWidgets } from '#kit/web/widget-registry.ts'

export const dashboard: FeatureManifest = {
  name: 'dashboard',
  screens: [
    {
      path: '/warroomDashboard',
      title: 'dashboard.title',
      icon: 'dashboard',
      gate: warRoomGate,
      affix: true,
      load: async () => {
        const code = import('./war-room-screen.tsx')
        const [{ default: screen, prepare }] = await Promise.all([code, loadWidgets()])
        return { default: screen, prepare }
      },
    },
  ],
}

import { administratorGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const notifications: FeatureManifest = {
  name: 'notifications',
  screens: [
    {
      path: '/administrator/notifications',
      group: '/administrator',
      title: 'notifications.title',
      icon: 'bell',
      gate: administratorGate,
      load: () => import('./notifications-screen.tsx'),
    },
  ],
}

import { alarmAnalysisGate, warRoomGate } from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

export const alarms: FeatureManifest = {
  name: 'alarms',
  groups: [
    {
      path: '/sensoralarm',
      title: 'alarms.title',
      icon: 'bell',
      gate: alarmAnalysisGate,
    },
  ],
  screens: [
    {
      path: '/sensoralarm/alarmlist',
      // Not in the group: whoever sees values sees their alarms.
      title: 'alarms.listTitle',
      icon: 'bell',
      gate: warRoomGate,
      load: () => import('./list/alarm-list-screen.tsx'),
    },
    {
      path: '/sensoralarm/rules',
      title: 'alarms.rules.title',
      icon: 'shield',
      gate: warRoomGate,
      load: () => import('./rules/rules-screen.tsx'),
    },
    {
      path: '/sensoralarm/handover',
      title: 'alarms.handover.title',
      icon: 'document',
      gate: warRoomGate,
      load: () => import('./handover/handover-screen.tsx'),
    },
    {
      path: '/sensoralarm/alarmnum',
      group: '/sensoralarm',
      title: 'alarms.title',
      icon: 'bell',
      gate: 'signed-in',
      load: () => import('./analysis/analysis-screen.tsx'),
    },
  ],
}

import {
  administratorGate,
  administratorMenuGate,
  retentionGate,
  rolesGate,
  usersGate,
} from '#kit/model/permission.ts'
import type { FeatureManifest } from '#kit/web/screens/manifest.ts'

const group = '/administrator'

export const administration: FeatureManifest = {
  name: 'administration',
  groups: [
    {
      path: group,
      title: 'administration.title',
      icon: 'shield',
      gate: administratorMenuGate,
      redirect: `${group}/users`,
    },
  ],
  screens: [
    {
      path: `${group}/users`,
      group,
      title: 'administration.users.title',
      icon: 'user',
      gate: usersGate,
      textsOnDemand: true,
      load: () => import('./users/users-screen.tsx'),
    },
    {
      path: `${group}/users/edit/$id`,
      group,
      parameters: { id: /^\d+$/ },
      title: 'administration.user.title',
      icon: 'user',
      gate: usersGate,
      hidden: true,
      textsOnDemand: true,
      load: () => import('./user/user-screen.tsx'),
    },
    {
      path: `${group}/roles`,
      group,
      title: 'administration.roles.title',
      icon: 'lock',
      gate: rolesGate,
      textsOnDemand: true,
      load: () => import('./roles/roles-screen.tsx'),
    },
    {
      path: `${group}/retention`,
      group,
      title: 'administration.retention.title',
      icon: 'calendar',
      gate: retentionGate,
      textsOnDemand: true,
      load: () => import('./retention/retention-screen.tsx'),
    },
    {
      path: `${group}/shifts`,
      group,
      title: 'administration.shifts.title',
      icon: 'clock',
      gate: administratorGate,
      textsOnDemand: true,
      load: () => import('./shifts/shifts-screen.tsx'),
    },
  ],
}

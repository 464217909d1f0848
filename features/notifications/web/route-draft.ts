import type { OpenDraft } from '#kit/web/antd/forms/antd-draft-form.ts'
import type {
  NotificationRoute,
  RouteDefinition,
  RouteTarget,
} from '../contract/notification-route.ts'

/** The form as what was not saved of it is kept by. */
export const routeForm = 'notification-route'

type Priority = RouteDefinition['priorities'][number]

/** What is in the form of a route; all kinds of targets stay for who changes back. */
export interface RouteDraft extends Pick<
  RouteDefinition,
  'name' | 'isEnabled' | 'devices' | 'areas' | 'shifts' | 'language'
> {
  readonly priorities: readonly Priority[]
  /** Null: the field is empty, which is no wait. */
  readonly afterMinutes: number | null
  readonly digestMinutes: number | null
  readonly isQuiet: boolean
  readonly quietFrom: string
  readonly quietTo: string
  readonly kind: RouteTarget['kind']
  readonly roles: readonly string[]
  readonly recipients: readonly string[]
  readonly url: string
}

export type OpenForm = OpenDraft<RouteDraft>

export const emptyDraft = (language: RouteDefinition['language']): RouteDraft => ({
  ...{ name: '', isEnabled: true, priorities: [1], devices: [], areas: [], shifts: [], language },
  ...{ afterMinutes: 0, digestMinutes: 0, isQuiet: false, quietFrom: '22:00', quietTo: '06:00' },
  ...{ kind: 'mail', roles: [], recipients: [], url: '' },
})

export function draftOf({ target, quiet, ...route }: NotificationRoute): RouteDraft {
  const { name, isEnabled, priorities, devices, areas, shifts, language } = route
  const { afterMinutes, digestMinutes } = route
  return {
    ...{ name, isEnabled, priorities, devices, areas, shifts, language },
    ...{ afterMinutes, digestMinutes },
    ...{ isQuiet: quiet !== null, kind: target.kind },
    ...{ quietFrom: quiet?.from ?? '22:00', quietTo: quiet?.to ?? '06:00' },
    roles: target.kind === 'push' ? target.roles : [],
    recipients: target.kind === 'webhook' ? [] : target.recipients,
    url: target.kind === 'webhook' ? target.url : '',
  }
}

export function definitionOf(draft: RouteDraft): RouteDefinition {
  const { isQuiet, quietFrom, quietTo, kind, roles, recipients, url, ...rest } = draft
  return {
    ...rest,
    priorities: [...rest.priorities],
    afterMinutes: rest.afterMinutes ?? 0,
    digestMinutes: rest.digestMinutes ?? 0,
    quiet: isQuiet ? { from: quietFrom, to: quietTo } : null,
    target: targetOf({ kind, roles, recipients, url }),
  }
}

function targetOf({
  kind,
  roles,
  recipients,
  url,
}: Pick<RouteDraft, 'kind' | 'roles' | 'recipients' | 'url'>): RouteTarget {
  if (kind === 'webhook') return { kind, url: url.trim() }
  if (kind === 'mail') return { kind, recipients: [...recipients] }
  return { kind, roles: [...roles], recipients: [...recipients] }
}

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useScreenName } from '#kit/web/screens/screen-name.ts'
import { permissionsQuery } from '../rights/query-permissions.ts'
import { rolesQuery } from '../rights/query-roles.ts'
import { userQuery } from './query-user.ts'
import { UserForm } from './user-form.tsx'
import { UserState } from './user-state.tsx'
import '../administration.css'

/** `/administrator/users/edit/{id}` */
export default function UserScreen() {
  const { id }: { readonly id?: string } = useParams({ strict: false })
  return (
    <AntdProvider>
      <UserOf key={id} id={Number(id)} />
    </AntdProvider>
  )
}

function UserOf({ id }: { readonly id: number }) {
  const translate = useTranslations('administration.user')
  const missing = useTranslations('administration.missing')
  const user = useQuery(userQuery(id))
  useScreenName(`/administrator/users/edit/${id}`, user.data?.name)
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const failed = [user, roles, permissions].find(
    ({ isError, data }) => isError && data === undefined,
  )
  if (failed) {
    const retry = () => void Promise.all([user.refetch(), roles.refetch(), permissions.refetch()])
    return (
      <div className="administration">
        <section className="panel">
          <FailureNotice
            error={failed.error}
            onRetry={retry}
            missing={{ title: missing('title'), text: missing('text') }}
          />
        </section>
      </div>
    )
  }
  if (!user.data || !roles.data || !permissions.data) {
    return (
      <div className="administration user-edit" role="status">
        <span className="visually-hidden">{translate('loading')}</span>
        <div className="skeleton area user-waiting" />
        <div className="skeleton area user-waiting" />
      </div>
    )
  }
  return (
    <div className="administration user-edit">
      <UserForm user={user.data} roles={roles.data} permissions={permissions.data} />
      <UserState user={user.data} />
    </div>
  )
}

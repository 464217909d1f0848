import { userSorts } from '#features/accounts/contract/users.ts'

type UserSort = (typeof userSorts)[number]

/** What the address of the list of users says. */
export interface UsersAddress {
  readonly search: string
  readonly role: string | null
  readonly status: 'active' | 'disabled' | null
  readonly sort: UserSort
  readonly order: 'asc' | 'desc'
  readonly page: number
  readonly limit: number
}

/** The part after the question mark: only what differs from the plain list. */
export interface UsersSearch {
  readonly search?: string
  readonly role?: string
  readonly status?: 'active' | 'disabled'
  readonly sort?: UserSort
  readonly order?: 'desc'
  readonly page?: number
  readonly limit?: number
}

const usualLimit = 20
const limits: ReadonlySet<number> = new Set([20, 50, 100])

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''

/**
 * Reads an address somebody may have typed: what does not make sense is as if it were not there.
 */
export function readUsersAddress(from: Readonly<Record<string, unknown>>): UsersAddress {
  const page = Number(asText(from['page']))
  const limit = Number(asText(from['limit']))
  const status = from['status']
  return {
    search: asText(from['search']).slice(0, 255),
    role: asText(from['role']).slice(0, 40) || null,
    status: status === 'active' || status === 'disabled' ? status : null,
    sort: userSorts.find((name) => name === from['sort']) ?? 'name',
    order: from['order'] === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    limit: limits.has(limit) ? limit : usualLimit,
  }
}

export function writeUsersAddress({
  search,
  role,
  status,
  sort,
  order,
  page,
  limit,
}: UsersAddress): UsersSearch {
  return {
    ...(search === '' ? {} : { search }),
    ...(role === null ? {} : { role }),
    ...(status === null ? {} : { status }),
    ...(sort === 'name' ? {} : { sort }),
    ...(order === 'asc' ? {} : { order }),
    ...(page === 1 ? {} : { page }),
    ...(limit === usualLimit ? {} : { limit }),
  }
}

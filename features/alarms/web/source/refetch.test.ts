import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { activeAlarms } from '../../contract/routes.ts'
import { refetch } from './refetch.ts'

test('AW2 what changes during the first fetch is fetched after it, later ones once', async () => {
  const client = new QueryClient()
  const answers: ((value: number) => void)[] = []
  const observer = new QueryObserver<number>(client, {
    queryKey: queryOf(activeAlarms, {}).queryKey,
    queryFn: () => new Promise<number>((resolve) => void answers.push(resolve)),
    staleTime: Infinity,
  })
  const seen: (number | undefined)[] = []
  const stop = observer.subscribe(({ data }) => void seen.push(data))
  const first = refetch(client, activeAlarms)
  answers[0]?.(1)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(2)
  await first
  expect(seen.at(-1)).toBe(2)
  const later = refetch(client, activeAlarms)
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.(3)
  await later
  expect(seen.at(-1)).toBe(3)
  expect(answers.length).toBe(3)
  stop()
  client.clear()
})

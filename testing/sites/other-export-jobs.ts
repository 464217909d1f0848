import { readdirSync, readFileSync } from 'node:fs'
import { sql as query } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { accounts } from '#features/accounts/server/users/accounts.ts'
import { ExportJobs } from '#features/exports/server/jobs/export-jobs.ts'
import type { ExportServices } from '#features/exports/server/jobs/export-services.ts'
import { figuresOf, ReportReader } from '#features/history/server/index.ts'
import { withoutExpiry } from '#features/history/server/testing/wide-columns.ts'
import { openSql, type Sql } from '#kit/server/postgres/sql.ts'
import { ReadingCopies } from '#kit/server/readings/reading-copies.ts'
import { recordAudit } from '#testing/audit.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'
import type { accountSite } from './account-site.ts'

/** Exports of further servers on the database of the site. */
export function otherExportJobs(site: ReturnType<typeof accountSite>) {
  /** The database as another server has it. */
  let sql: Sql

  beforeAll(async () => {
    const url = new URL(site.application.databaseUrl)
    url.searchParams.set('options', '-c tests.server=other')
    sql = openSql({ url: url.href }, { log: pino({ level: 'silent' }) })
    // The site's own server looks for what waits whenever it has ended something.
    await query`create table for_others (id uuid)`.execute(site.sql)
    await query`
      create function leave_to_others() returns trigger language plpgsql as $$ begin
        if current_setting('tests.server', true) = 'other' then return new; end if;
        return case when exists (select from for_others where id = new.id) then null else new end;
      end $$`.execute(site.sql)
    await query`
      create trigger leave_to_others before update on exports for each row
      when (old.state = 'waiting' and new.state = 'running')
      execute function leave_to_others()`.execute(site.sql)
  })
  afterAll(() => sql.destroy())

  /** Only servers beside that of the site begin this export from now on. */
  const leaveToOthers = (id: string) =>
    query`insert into for_others values (${id})`.execute(site.sql)

  /** Jobs of a server of their own on the same database. */
  function jobsOf(services: Partial<ExportServices> = {}) {
    const { data, telemetry } = site.application
    const directory = temporaryDirectory()
    const stored = { catalogue: data.catalogue, retained: withoutExpiry, timezone: 'UTC' }
    const jobs = new ExportJobs({
      ...{ sql, accounts, telemetry, writer: data.writer },
      ...{ clock: () => site.now, audit: recordAudit, log: pino({ level: 'silent' }), directory },
      ...{ ...stored, siteName: 'Plant', copies: new ReadingCopies() },
      reports: new ReportReader(stored),
      printHandover: async () => null,
      annotations: async () => [],
      figures: (reader, request) => figuresOf(reader, { ...request, retained: withoutExpiry }),
      ...services,
    })
    return { jobs, directory }
  }

  return { jobsOf, leaveToOthers, sqlOfOthers: () => sql }
}

/** Processes of this one that write a file. */
export const writers = () =>
  readdirSync('/proc').filter((pid) => {
    try {
      const [, , , parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return parent === String(process.pid) && command.includes('exports/server/process/main.ts')
    } catch {
      return false
    }
  })

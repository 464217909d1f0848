import { expect, test } from 'vitest'
import { administrator, go } from '../stage.ts'
import { stage } from './screens-stage.ts'

const smallPhone = {
  ...{ person: administrator, language: 'ru', viewport: { width: 360, height: 800 } },
  ...{ hasTouch: true, isMobile: true },
}

test('EE492 no word in the head of a screen is broken on a small phone', async () => {
  const page = await stage.open('/administrator/users', smallPhone)
  const head = page.locator('.top-bar h1')
  const screens = [
    ['/administrator/users', 'Пользователи'],
    ['/administrator/notifications', 'Уведомления'],
    ['/warroomDashboard', 'Оперативный зал'],
  ] as const
  for (const [path, title] of screens) {
    await go(page, path)
    await expect.poll(() => head.textContent()).toBe(title)
    await expect.poll(() => head.getAttribute('title')).toBe(title)
    const broken = () =>
      head.evaluate((heading) => {
        const text = heading.firstChild
        return [...(text?.textContent ?? '').matchAll(/\S+/g)].filter((word) => {
          if (!text) return false
          const range = document.createRange()
          range.setStart(text, word.index)
          range.setEnd(text, word.index + word[0].length)
          const [first, ...others] = range.getClientRects()
          const room = heading.getBoundingClientRect().width + 0.5
          return others.length > 0 || (first?.width ?? 0) > room
        })
      })
    await expect.poll(broken, { message: title }).toEqual([])
  }
})

test('EE495 on a small phone what is pressed in the head of a panel lies within it', async () => {
  const page = await stage.open('/administrator/notifications', smallPhone)
  const button = page.locator('.panel-head button').first()
  await button.waitFor()
  const room = () =>
    button.evaluate((each) => {
      const panel = each.closest('.panel')?.getBoundingClientRect()
      return (panel?.right ?? 0) - each.getBoundingClientRect().right
    })
  await expect.poll(room).toBeGreaterThanOrEqual(8)
})

test('EE494 the places of panels that load are quiet', async () => {
  const page = await stage.open('/administrator/users', { person: administrator })
  await page.route(/\/api\/.*(notif|notice)/, () => {})
  await page.goto('/profile/edit')
  const place = page.locator('.own-notices-waiting')
  await place.waitFor()
  const colours = await place.evaluate((element) => {
    const probe = document.createElement('i')
    probe.style.background = 'var(--skeleton-area)'
    element.after(probe)
    return [element, probe].map((each) => getComputedStyle(each).backgroundColor)
  })
  expect(colours[0]).toBe(colours[1])
})

// The merchant's time and time zone. In the sandbox each merchant has a clock, which can run ahead.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { useIsSandbox } from '../api/environment.ts'
import { useMay, userQuery } from '../api/session.ts'

const TICK_MS = 10_000

const clockQuery = (merchant_id: string | null) =>
  queryOptions({
    queryKey: ['clock', merchant_id],
    staleTime: 30_000,
    queryFn: async () => 1_000 * (await unwrapAnswer(api.GET('/sandbox/clock'))).ahead_seconds,
  })

/** The lead of the merchant's clock over real time; undefined until it is known. */
export function useAheadMs(): number | undefined {
  const may = useMay()
  const { data: user } = useQuery(userQuery)
  const isSandbox = useIsSandbox()
  const isAllowed = may('payments:read') && isSandbox !== false
  const { data, isError } = useQuery({
    ...clockQuery(user?.merchant_id ?? null),
    enabled: isAllowed && isSandbox === true,
  })
  return isAllowed && !isError ? data : 0
}

/** Decides what a day is in periods, charts and exports; moments are shown in the person's own zone. */
export function useDayZone(): string {
  const { data: user } = useQuery(userQuery)
  return user?.merchant_time_zone ?? 'UTC'
}

/** `Days in Europe/Berlin`: the rule that pages with days state. */
export function daysIn(time_zone: string): string {
  return `Days in ${time_zone}`
}

/** The merchant's time, to the minute, so that a page that is open asks the same questions for a while. */
export function useMerchantNow(): Date | undefined {
  const ahead_ms = useAheadMs()
  if (ahead_ms === undefined) return undefined
  return new Date(Math.floor((Date.now() + ahead_ms) / 60_000) * 60_000)
}

/** The merchant's time in milliseconds, as it goes on; undefined until it is known. */
export function useNow(): number | undefined {
  const ahead_ms = useAheadMs()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((before) => before + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return ahead_ms === undefined ? undefined : Date.now() + ahead_ms
}

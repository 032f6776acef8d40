// Starts the receiver beside this file and connects it to a sandbox:
//
//   API_KEY=snd_… npm run example:webhooks
//
// For your own server you do the same once, by hand: rotate the secret, and set the URL of the profile.
import { once } from 'node:events'

const { BASE_URL = 'http://127.0.0.1:8080', API_KEY } = process.env

async function florin(path, body) {
  const answer = await fetch(BASE_URL + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'api-key': API_KEY, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const result = await answer.json()
  if (!answer.ok) throw new Error(result.error.message)
  return result
}

async function connect() {
  if (!API_KEY) throw new Error('Set API_KEY to the API key that `npm run sandbox` prints.')
  const { merchant_id } = await florin('/health').catch((error) => {
    if (error.message !== 'fetch failed') throw error
    throw new Error(`Nothing answers at ${BASE_URL}: start \`npm run sandbox\`, and set BASE_URL to its address.`)
  })
  const profiles = `/account/${merchant_id}/business_profile`
  const [{ profile_id }] = await florin(profiles)
  const { payment_response_hash_key } = await florin(
    `${profiles}/${profile_id}/rotate_webhook_secret`,
    { grace_period_hours: 0 },
  )
  Object.assign(process.env, { WEBHOOK_SECRET: payment_response_hash_key, PORT: process.env.PORT ?? '0' })
  const { server } = await import('./receiver.mjs')
  if (!server.listening) await once(server, 'listening')
  const webhook_url = `http://127.0.0.1:${server.address().port}/webhooks`
  await florin(`${profiles}/${profile_id}`, { webhook_details: { webhook_url } })
  console.log('The sandbox sends its webhooks here. Press Ctrl-C to stop.')
}

await connect().catch((error) => {
  console.error(error.message)
  process.exit(1)
})

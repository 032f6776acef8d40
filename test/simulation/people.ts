export const billing = {
  address: {
    line1: '12 Mill Lane',
    city: 'Leeds',
    state: 'West Yorkshire',
    zip: 'LS1 4AP',
    country: 'GB',
    first_name: 'Ada',
    last_name: 'King',
  },
  phone: { number: '7700900123', country_code: '+44' },
}

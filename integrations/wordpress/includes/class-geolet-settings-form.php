<?php
/**
 * What the settings page asks.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * The fields of the settings page, each with WordPress's own markup, a label and a description that it is described by.
 */
final class Geolet_Settings_Form {
	/**
	 * The sections and their fields.
	 *
	 * @return array<string, array{title: string, fields: array<string, string>}>
	 */
	public static function sections(): array {
		return array(
			'source'  => array(
				'title'  => __( 'Where the record comes from', 'geolet' ),
				'fields' => array(
					'source'   => __( 'The record comes from', 'geolet' ),
					'upstream' => __( 'Address of the service', 'geolet' ),
					'key'      => __( 'Key of the service', 'geolet' ),
					'endpoint' => __( 'Address of the proxy', 'geolet' ),
					'host'     => __( 'Host', 'geolet' ),
				),
			),
			'trust'   => array(
				'title'  => __( 'Whose address it is', 'geolet' ),
				'fields' => array(
					'trust'       => __( 'Servers in front of WordPress', 'geolet' ),
					'trustHeader' => __( 'Header in which they name the visitor', 'geolet' ),
				),
			),
			'privacy' => array(
				'title'  => __( 'What pages may see', 'geolet' ),
				'fields' => array(
					'expose'  => __( 'Fields of the record', 'geolet' ),
					'gpc'     => __( 'Global Privacy Control', 'geolet' ),
					'origins' => __( 'Other sites whose pages may ask', 'geolet' ),
					'consent' => __( 'Consent', 'geolet' ),
				),
			),
			'pages'   => array(
				'title'  => __( 'Pages', 'geolet' ),
				'fields' => array(
					'script'     => __( 'Script', 'geolet' ),
					'firstFrame' => __( 'First frame', 'geolet' ),
					'rates'      => __( 'Exchange rates', 'geolet' ),
				),
			),
			'limits'  => array(
				'title'  => __( 'Limits', 'geolet' ),
				'fields' => array(
					'limit'        => __( 'Requests per visitor and minute', 'geolet' ),
					'dailyBudget'  => __( 'Requests to the service per day', 'geolet' ),
					'timeoutMs'    => __( 'Longest wait for the service, in milliseconds', 'geolet' ),
					'cacheSeconds' => __( 'Seconds for which an answer is fresh', 'geolet' ),
					'staleSeconds' => __( 'Seconds for which it serves while the service fails', 'geolet' ),
				),
			),
		);
	}

	/**
	 * What stands below a field.
	 *
	 * @param string $name Of the setting.
	 */
	public static function description( string $name ): string {
		$texts = array(
			'upstream'     => __( 'Scheme and host, such as https://geo.example.', 'geolet' ),
			'key'          => __( 'It is saved and never shown. It is safer to define GEOLET_KEY in wp-config.php.', 'geolet' ),
			'endpoint'     => __( 'Such as /geo, or https://geo.shop.example/geo.', 'geolet' ),
			'trust'        => __( 'none: visitors reach this web server directly. 1, 2 …: the number of servers in front, each of which adds an address to the header. Or the addresses and ranges of these servers, with commas between.', 'geolet' ),
			'trustHeader'  => __( 'Usually x-forwarded-for. Cloudflare: cf-connecting-ip.', 'geolet' ),
			'origins'      => __( 'Such as https://blog.example, with commas between. Pages of this site may always ask.', 'geolet' ),
			'dailyBudget'  => __( '0 means no budget. When it is spent, visitors see the page as written.', 'geolet' ),
			'limit'        => __( '0 means no limit.', 'geolet' ),
			'cacheSeconds' => __( '0 turns the cache off.', 'geolet' ),
		);
		if ( 'rates' === $name ) {
			/* translators: %s: a line of JSON. */
			return sprintf( __( 'For converted prices. Write into the settings block of your pages: %s', 'geolet' ), '"rates": "' . Geolet_Route::target( Geolet_Rates::ROUTE ) . '"' );
		}
		return $texts[ $name ] ?? '';
	}

	/**
	 * The choices of a setting that has some.
	 *
	 * @param string $name Of the setting.
	 * @return array<string, string> Labels by value.
	 */
	public static function choices( string $name ): array {
		switch ( $name ) {
			case 'source':
				return array(
					'none'    => __( 'nowhere yet: pages stay as written', 'geolet' ),
					'service' => __( 'a visitor-data service', 'geolet' ),
					'proxy'   => __( 'a Geolet proxy that runs elsewhere', 'geolet' ),
					'host'    => __( 'my host or content delivery network', 'geolet' ),
				);
			case 'consent':
				return array(
					'granted'  => __( 'Ask for the record on every page', 'geolet' ),
					'required' => __( 'Ask and store nothing before geolet.consent(true)', 'geolet' ),
				);
			case 'gpc':
				return array(
					'country' => __( 'Browsers that send it get only the country, and what follows from it', 'geolet' ),
					'state'   => __( 'They also get the state, because you have to know it, and nothing more precise', 'geolet' ),
				);
			case 'script':
				return array(
					'all'      => __( 'With the elements that blocks and shortcodes make', 'geolet' ),
					'bindings' => __( 'Smaller, for pages that use only attributes and classes', 'geolet' ),
				);
			case 'firstFrame':
				return array(
					'no'  => __( 'Pages never wait: values change in place', 'geolet' ),
					'yes' => __( 'Repeat visits are right from the first frame', 'geolet' ),
				);
			case 'rates':
				return array(
					'no'  => __( 'Fetch none', 'geolet' ),
					'ecb' => __( 'Fetch the reference rates of the European Central Bank each working day', 'geolet' ),
				);
			case 'host':
				$hosts = array_keys( Geolet_Contract::get( 'hosts' ) );
				return array_combine( $hosts, array_map( 'ucfirst', $hosts ) );
			default:
				return array();
		}
	}

	/**
	 * Prints one field.
	 *
	 * @param array{name: string} $arguments Which one.
	 */
	public static function print_field( array $arguments ) {
		$name = $arguments['name'];
		if ( 'key' === $name ) {
			self::print_key();
		} elseif ( 'expose' === $name ) {
			self::print_fields();
		} elseif ( 'host' === $name ) {
			self::print_list( $name );
		} elseif ( array() !== self::choices( $name ) ) {
			self::print_choices( $name );
		} else {
			self::print_text( $name );
		}
		if ( 'rates' === $name ) {
			self::print_kept_back();
		}
		if ( '' !== self::description( $name ) ) {
			printf( '<p class="description" id="geolet-%s-description">%s</p>', esc_attr( $name ), esc_html( self::description( $name ) ) );
		}
		if ( '' !== Geolet_Settings::fixed_by( $name ) ) {
			$text = 'network' === Geolet_Settings::fixed_by( $name ) ? __( 'Set by the network.', 'geolet' ) : __( 'Set in wp-config.php.', 'geolet' );
			printf( '<p class="description">%s</p>', esc_html( $text ) );
		}
	}

	/**
	 * Prints a line of text.
	 *
	 * @param string $name Of the setting.
	 */
	private static function print_text( string $name ) {
		$value     = Geolet_Settings::raw()[ $name ];
		$is_number = isset( Geolet_Contract::get( 'numberRanges' )[ $name ] );
		printf(
			'<input type="%1$s" id="geolet-%2$s" name="geolet[%2$s]" value="%3$s" class="%4$s"%5$s%6$s>',
			$is_number ? 'number' : 'text',
			esc_attr( $name ),
			esc_attr( is_array( $value ) ? implode( ', ', $value ) : (string) $value ),
			$is_number ? 'small-text' : 'regular-text code',
			'' === self::description( $name ) ? '' : ' aria-describedby="geolet-' . esc_attr( $name ) . '-description"',
			disabled( '' !== Geolet_Settings::fixed_by( $name ), true, false )
		);
	}

	/**
	 * Prints the key's field, which is always empty.
	 */
	private static function print_key() {
		$is_fixed = '' !== Geolet_Settings::fixed_by( 'key' );
		$is_known = '' !== Geolet_Settings::own_key();
		printf(
			'<input type="password" id="geolet-key" name="geolet[key]" value="" class="regular-text code" autocomplete="off" placeholder="%s" aria-describedby="geolet-key-description"%s>',
			esc_attr( $is_known ? __( 'A key is saved. Leave empty to keep it.', 'geolet' ) : '' ),
			disabled( $is_fixed, true, false )
		);
		if ( $is_known && ! $is_fixed ) {
			printf( '<p><label><input type="checkbox" name="geolet[forgetKey]" value="yes"> %s</label></p>', esc_html__( 'Forget the key', 'geolet' ) );
		}
	}

	/**
	 * Prints choices.
	 *
	 * @param string $name Of the setting.
	 */
	private static function print_choices( string $name ) {
		$refused  = 'source' === $name ? Geolet_Settings_Saver::refused_source() : null;
		$chosen   = $refused ?? Geolet_Settings::raw()[ $name ];
		$disabled = disabled( '' !== Geolet_Settings::fixed_by( $name ), true, false );
		echo '<fieldset><legend class="screen-reader-text">' . esc_html( self::label( $name ) ) . '</legend>';
		foreach ( self::choices( $name ) as $value => $label ) {
			printf(
				'<p><label><input type="radio" name="geolet[%1$s]" value="%2$s"%3$s%4$s> %5$s</label></p>',
				esc_attr( $name ),
				esc_attr( $value ),
				checked( $chosen, $value, false ),
				$disabled, // phpcs:ignore WordPress.Security.EscapeOutput -- An attribute of WordPress's own.
				esc_html( $label )
			);
		}
		if ( null !== $refused ) {
			printf( '<p class="description">%s</p>', esc_html__( 'This choice is not saved yet: visitors get their record from where it came before.', 'geolet' ) );
		}
		echo '</fieldset>';
	}

	/**
	 * Prints which exchange rates are kept back, and a box to use them.
	 */
	private static function print_kept_back() {
		$state = Geolet_Rates::state();
		if ( null === $state['keptBack'] ) {
			return;
		}
		$rates = array_intersect_key( $state['keptBack']['rates'], array_flip( $state['unexpected'] ) );
		$texts = array();
		foreach ( $rates as $currency => $rate ) {
			$texts[] = "$currency $rate";
		}
		/* translators: 1: a date, 2: currencies with their rates. */
		$text = sprintf( __( 'Use the rates of %1$s that are kept back, since these moved far or are new: %2$s', 'geolet' ), $state['keptBack']['date'], implode( ', ', $texts ) );
		printf( '<p><label><input type="checkbox" name="geolet[acceptRates]" value="yes"> %s</label></p>', esc_html( $text ) );
	}

	/**
	 * Prints a list to choose from.
	 *
	 * @param string $name Of the setting.
	 */
	private static function print_list( string $name ) {
		$chosen = Geolet_Settings::raw()[ $name ];
		printf( '<select id="geolet-%1$s" name="geolet[%1$s]"%2$s>', esc_attr( $name ), disabled( '' !== Geolet_Settings::fixed_by( $name ), true, false ) );
		foreach ( self::choices( $name ) as $value => $label ) {
			printf( '<option value="%s"%s>%s</option>', esc_attr( $value ), selected( $chosen, $value, false ), esc_html( $label ) );
		}
		echo '</select>';
	}

	/**
	 * Prints a box for each field of the record.
	 */
	private static function print_fields() {
		$settings = Geolet_Settings::raw();
		$disabled = '' !== Geolet_Settings::fixed_by( 'expose' ) || '' !== Geolet_Settings::fixed_by( 'withhold' );
		echo '<fieldset><legend>' . esc_html__( 'Every script on a page can read the fields that you tick. Browsers with Global Privacy Control get fewer: see below.', 'geolet' ) . '</legend>';
		echo '<input type="hidden" name="geolet[fields][]" value="">';
		foreach ( Geolet_Contract::get( 'fields' ) as $name => $field ) {
			$is_on = 'off' === $field['exposure'] ? in_array( $name, (array) $settings['expose'], true ) : ! in_array( $name, (array) $settings['withhold'], true );
			printf(
				'<p><label><input type="checkbox" name="geolet[fields][]" value="%1$s"%2$s%3$s> <code>%1$s</code> %4$s</label></p>',
				esc_attr( $name ),
				checked( $is_on, true, false ),
				disabled( $disabled, true, false ),
				esc_html( $field['meaning'] )
			);
		}
		echo '</fieldset>';
	}

	/**
	 * The label of a setting.
	 *
	 * @param string $name Of the setting.
	 */
	private static function label( string $name ): string {
		foreach ( self::sections() as $section ) {
			if ( isset( $section['fields'][ $name ] ) ) {
				return $section['fields'][ $name ];
			}
		}
		return $name;
	}
}

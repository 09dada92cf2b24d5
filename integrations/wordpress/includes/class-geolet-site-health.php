<?php
/**
 * Checks for the owner.
 *
 * @package Geolet
 */

defined( 'ABSPATH' ) || exit;

/**
 * Adds to Site Health what Geolet's doctor looks at first: whether pages get a record, whether a cache keeps it, whose
 * address it is about, and how old the data are.
 */
final class Geolet_Site_Health {
	/**
	 * Registers the checks.
	 */
	public static function register() {
		add_filter( 'site_status_tests', array( self::class, 'add' ) );
	}

	/**
	 * Adds the checks to those of WordPress.
	 *
	 * @param array<string, array<string, mixed>> $tests All checks.
	 * @return array<string, array<string, mixed>>
	 */
	public static function add( $tests ) {
		$checks = array(
			'record'  => __( 'Geolet: the record of the visitor', 'geolet' ),
			'address' => __( 'Geolet: the address of the visitor', 'geolet' ),
			'data'    => __( 'Geolet: the age of the data', 'geolet' ),
		);
		foreach ( $checks as $name => $label ) {
			$tests['direct'][ "geolet_$name" ] = array(
				'label'     => $label,
				'test'      => array( self::class, "check_$name" ),
				'skip_cron' => true,
			);
		}
		return $tests;
	}

	/**
	 * Asks as a page does, twice, and looks whether the second answer is another one.
	 *
	 * @return array<string, mixed>
	 */
	public static function check_record(): array {
		$source = Geolet_Settings::raw()['source'];
		if ( 'none' === $source ) {
			return self::result( 'record', 'recommended', __( 'Geolet is not set up', 'geolet' ), __( 'Say under Settings, Geolet where the record comes from.', 'geolet' ) );
		}
		if ( 'proxy' === $source ) {
			return self::result( 'record', 'good', __( 'Geolet: pages ask a proxy elsewhere', 'geolet' ), __( 'The command "npx geolet doctor" checks it.', 'geolet' ) );
		}
		try {
			Geolet_Settings::load();
			Geolet_Settings::keys();
		} catch ( InvalidArgumentException $problem ) {
			return self::result( 'record', 'critical', __( 'A setting of Geolet is wrong', 'geolet' ), $problem->getMessage() );
		}
		$answers = array( self::ask(), self::ask() );
		foreach ( $answers as $answer ) {
			if ( is_wp_error( $answer ) ) {
				return self::result( 'record', 'critical', __( 'Geolet: the record cannot be reached', 'geolet' ), $answer->get_error_message() );
			}
			if ( 200 !== wp_remote_retrieve_response_code( $answer ) ) {
				$body = json_decode( wp_remote_retrieve_body( $answer ), true );
				/* translators: 1: status code of HTTP, 2: a sentence in English. */
				$text = sprintf( __( 'Pages get the status %1$s in place of a record: %2$s', 'geolet' ), wp_remote_retrieve_response_code( $answer ), $body['description'] ?? __( 'another program answers at its address.', 'geolet' ) );
				return self::result( 'record', 'critical', __( 'Geolet: pages get no record', 'geolet' ), $text );
			}
		}
		$ids   = array_map( 'wp_remote_retrieve_header', $answers, array( 'x-request-id', 'x-request-id' ) );
		$usual = Geolet_Contract::get( 'responseHeaders' )['cache-control'];
		if ( $ids[0] === $ids[1] || wp_remote_retrieve_header( $answers[1], 'cache-control' ) !== $usual ) {
			$text = __( 'Except this address from the rules of your page cache or content delivery network, or one visitor gets the record of another:', 'geolet' );
			return self::result( 'record', 'critical', __( 'Geolet: a cache keeps the record', 'geolet' ), $text . ' ' . Geolet_Route::target() );
		}
		return self::result( 'record', 'good', __( 'Geolet: pages get the record, and no cache keeps it', 'geolet' ), __( 'The service accepts the key, and two requests had two answers.', 'geolet' ) );
	}

	/**
	 * Looks whose address this very request seems to come from.
	 *
	 * @return array<string, mixed>
	 */
	public static function check_address(): array {
		try {
			$settings = Geolet_Settings::load();
		} catch ( InvalidArgumentException $problem ) {
			return self::result( 'address', 'recommended', __( 'Geolet cannot tell whose address it is', 'geolet' ), $problem->getMessage() );
		}
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- Parsed strictly.
		$request  = new Geolet_Request( $_SERVER );
		$visitor  = new Geolet_Visitor( $request, $settings );
		$is_known = null !== $visitor->address && $visitor->address->is_public();
		$is_named = null !== $request->header( 'x-forwarded-for' ) || null !== $request->header( 'cf-connecting-ip' ) || null !== $request->header( 'forwarded' );
		if ( 'proxy' === $settings['source'] || 'none' === $settings['source'] ) {
			return self::result( 'address', 'good', __( 'Geolet: the address is found elsewhere', 'geolet' ), __( 'This WordPress does not ask for visitors.', 'geolet' ) );
		}
		if ( 'none' === $settings['trust'] && $is_named ) {
			$text = __( 'Your request came through another server, so every visitor may have its address. Say under Settings, Geolet how many servers stand in front of WordPress.', 'geolet' );
			return self::result( 'address', 'critical', __( 'Geolet takes a server for every visitor', 'geolet' ), $text );
		}
		if ( 'none' !== $settings['trust'] && 0 === $visitor->believed ) {
			$text = __( 'No server has named you in the header that is trusted. Let it write that header, or set the servers in front to "none".', 'geolet' );
			return self::result( 'address', 'recommended', __( 'Geolet: the servers in front name no visitor', 'geolet' ), $text );
		}
		if ( ! $is_known ) {
			$text = __( 'You come from a private network, which is nowhere. That is right if you are in the network of your server, and wrong if you are not.', 'geolet' );
			return self::result( 'address', 'recommended', __( 'Geolet sees you at a private address', 'geolet' ), $text );
		}
		return self::result( 'address', 'good', __( 'Geolet sees a public address', 'geolet' ), __( 'It should be your own, which your browser shows when you search for "my IP address":', 'geolet' ) . ' ' . $visitor->address->text );
	}

	/**
	 * Looks how old the service's data are.
	 *
	 * @return array<string, mixed>
	 */
	public static function check_data(): array {
		$date = Geolet_Attribution::known()['dataDate'];
		$days = '' === $date ? 0 : (int) floor( ( time() - strtotime( $date ) ) / DAY_IN_SECONDS );
		if ( $days > Geolet_Contract::get( 'oldDataDays' ) ) {
			/* translators: %d: number of days. */
			$text = sprintf( _n( 'Addresses move. The data of the service are %d day old.', 'Addresses move. The data of the service are %d days old.', $days, 'geolet' ), $days );
			return self::result( 'data', 'recommended', __( 'Geolet: the data of the service are old', 'geolet' ), $text );
		}
		return self::result( 'data', 'good', __( 'Geolet: nothing says that the data are old', 'geolet' ), '' === $date ? __( 'The service does not tell of which day they are.', 'geolet' ) : $date );
	}

	/**
	 * Asks for the record over the network.
	 *
	 * @return array<string, mixed>|WP_Error
	 */
	private static function ask() {
		$home = wp_parse_url( home_url() );
		$port = isset( $home['port'] ) ? ':' . $home['port'] : '';
		return wp_remote_get(
			$home['scheme'] . '://' . $home['host'] . $port . Geolet_Route::target(),
			array(
				'redirection' => 0,
				'timeout'     => 10,
			)
		);
	}

	/**
	 * A result as Site Health shows it.
	 *
	 * @param string $name   Of the check.
	 * @param string $status One of `good`, `recommended` and `critical`.
	 * @param string $label  In short.
	 * @param string $text   What it means, and what to do.
	 * @return array<string, mixed>
	 */
	private static function result( string $name, string $status, string $label, string $text ): array {
		$link = '<a href="' . esc_url( admin_url( 'options-general.php?page=geolet' ) ) . '">' . esc_html__( 'Settings of Geolet', 'geolet' ) . '</a>';
		return array(
			'label'       => $label,
			'status'      => $status,
			'badge'       => array(
				'label' => __( 'Geolet', 'geolet' ),
				'color' => 'blue',
			),
			'description' => '<p>' . esc_html( $text ) . '</p>',
			'actions'     => '<p>' . $link . '</p>',
			'test'        => "geolet_$name",
		);
	}
}
